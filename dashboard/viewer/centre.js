// The middle of the table: the trick, or the stock and the turned card, and what was just said.

/** `show(step)` lays the middle out anew; a card that lay there is drawn once, and kept until `forget()`. */
function centre(stage) {
  const { deal, where, words } = stage
  const drawn = new Map()

  function laid(card, place, className) {
    const node = element("div", `laid ${place}${className}`)
    if (!drawn.has(card)) drawn.set(card, pictured(card, nameOf(deal, card), "card"))
    node.append(drawn.get(card))
    return node
  }

  function pictured(card, name, className) {
    const holder = element("div", className)
    holder.append(cardSvg(card, name, stage.ranks()))
    return holder
  }

  function trick(step) {
    const nodes = step.trick.map(([seat, card]) => {
      const won = step.kind === "trick" && seat === step.seat
      const node = laid(card, where[seat], won ? " won" : "")
      if (won) node.append(element("span", "tag won", "✓"), element("span", "sr", words.wins))
      return node
    })
    if (step.kind !== "play" || !where[step.seat]) return nodes
    const wrong = step.findings.length > 0
    const node = laid(step.card, where[step.seat], ` now${wrong ? " wrong" : ""}${step.lacking ? " lacking" : ""}`)
    if (wrong) node.append(element("span", "tag", step.lacking ? "?" : "!"))
    return [...nodes, node]
  }

  function pile(step) {
    const node = element("div", "pile")
    const beside = (className, picture, caption) => {
      const stock = element("div", className)
      stock.append(picture, element("span", "count", caption))
      node.append(stock)
    }
    const count = `${words.stock} ${step.stock}`
    if (step.stock > 0) beside("stock", pictured(-1, `${words.stock}: ${step.stock}`, "card down"), count)
    if (step.turned !== null) {
      beside("stock turned", pictured(step.turned, nameOf(deal, step.turned), "card"), words.turned)
    }
    return node
  }

  function show(step) {
    const middle = element("div", "laid middle")
    const stocked = step.stock > 0 || step.turned !== null
    if (!step.trick.length && stocked && step.kind !== "play") middle.append(pile(step))
    if (step.bubble.length) middle.append(stage.text("span", "bubble", step.bubble))
    stage.part("centre").replaceChildren(middle, ...trick(step))
  }

  return { show, forget: () => drawn.clear() }
}
