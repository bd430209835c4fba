// The list of all calls and cards: each a button that leads to its step.

/** Builds the list; `mark(before, now)` marks the step that is shown. */
function playList(stage) {
  const { deal, last, outside, words } = stage
  const jumps = new Map()
  const list = stage.part("plays")

  function jump(index, node, label) {
    const found = deal.steps[index].findings.length > 0
    node.type = "button"
    node.dataset.step = String(index)
    if (found) {
      node.classList.add("wrong")
      node.append(" !")
    }
    node.setAttribute("aria-label", found ? `${label}, ${words.violation}` : label)
    node.onclick = () => stage.go(index)
    jumps.set(index, node)
    return node
  }

  const spoken = step => `${step.place}: ${spokenText(deal, step.text)}`

  function said(kinds, title) {
    const box = element("div", "auction")
    deal.steps.forEach((step, index) => {
      if (kinds.includes(step.kind)) box.append(jump(index, stage.text("button", "call", step.text), spoken(step)))
    })
    return box.childNodes.length ? [element("div", "heading", title), box] : []
  }

  function tricks() {
    const grid = element("table")
    grid.append(element("caption", "sr", words.plays))
    const corner = element("th")
    corner.scope = "col"
    corner.append(element("span", "sr", words.trick), "#")
    grid.createTHead().insertRow().append(corner, ...deal.names.map(name => {
      const cell = element("th", "", name)
      cell.title = name
      cell.scope = "col"
      return cell
    }))
    const body = grid.createTBody()
    deal.tricks.forEach((trick, number) => {
      const row = body.insertRow()
      const title = rowHead(row, trick.end === null ? String(number + 1) : undefined)
      if (trick.end !== null) title.append(jump(trick.end, element("button", "", String(number + 1)), deal.steps[trick.end].place))
      const cells = deal.names.map(() => row.insertCell())
      trick.plays.forEach((index, turn) => {
        const step = deal.steps[index]
        const node = element("button", step.lacking ? "lacking" : "")
        node.append(cardName(deal, step.card, stage.ranks()))
        cells[step.seat]?.append(jump(index, node, spoken(step)))
        if (turn === 0) cells[step.seat]?.classList.add("led")
        if (step.seat === trick.winner) cells[step.seat].classList.add("took")
      })
    })
    return [element("div", "heading", words.plays), grid, element("div", "hint", words.list_hint)]
  }

  const keys = [words.legal_hint, words.keys_hint, outside.open ? words.deal_keys_hint : ""]
  list.replaceChildren(
    ...said(["call"], words.auction),
    ...(deal.tricks.length ? tricks() : []),
    ...said(["exchange", "declaration", "belote"], words.declarations),
    jump(last, element("button", "call end", words.end), words.end),
    element("div", "hint", keys.filter(Boolean).join(" ")),
  )
  return {
    mark(before, now) {
      jumps.get(before)?.removeAttribute("aria-current")
      jumps.get(now)?.setAttribute("aria-current", "step")
    },
  }
}
