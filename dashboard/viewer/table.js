// Steps through one deal in the browser. The whole deal comes as data; names and texts are set by textContent
// alone, so that nothing in a record ever becomes markup.

const ICONS = {
  first: "M4 4h2.5v16H4zM20 4v16L8 12z",
  back: "M17 4v16L5 12z",
  forward: "M7 4v16l12-8z",
  last: "M17.5 4H20v16h-2.5zM4 4v16l12-8z",
  play: "M8 5v14l11-7z",
  pause: "M6 5h4v14H6zM14 5h4v14h-4z",
  fault: "M12 2 23 21H1zM11 9v6h2V9zm0 7.5V19h2v-2.5z",
  decision: "M11 2h2v6.6l6.7 6.7-1.4 1.4L13 11.4V22h-2V11.4l-5.3 5.3-1.4-1.4L11 8.6z",
}
const STORED = "rebelote.viewer"
const SPEEDS = [0.5, 1, 2, 4]

function icon(name) {
  const svg = drawing("svg", { viewBox: "0 0 24 24", "aria-hidden": "true", class: "icon" })
  svg.append(drawing("path", { d: ICONS[name] }))
  return svg
}

function stored() {
  try {
    return JSON.parse(window.localStorage.getItem(STORED)) ?? {}
  } catch {
    return {}
  }
}

function store(settings) {
  try {
    window.localStorage.setItem(STORED, JSON.stringify(settings))
  } catch {
    // A page without storage forgets its settings.
  }
}

// To set what is so already would make the browser lay everything out again.
function setHidden(node, hidden) {
  if (node.hidden !== hidden) node.hidden = hidden
}

function nameOf(deal, card) {
  return deal.cards[card] ?? deal.words.unknown_card
}

/** Puts parts of text into a node: words as text, cards and suits as signs with their names. */
function say(node, deal, parts, ranks) {
  for (const part of parts) {
    if (typeof part === "string") node.append(part)
    else if (typeof part === "number") node.append(cardName(deal, part, ranks))
    else {
      const sign = element("span", "cardname")
      sign.append(pip(part.suit), element("span", "sr", deal.suit_names[part.suit]))
      node.append(sign)
    }
  }
  return node
}

function cardName(deal, card, ranks) {
  const node = element("span", "cardname")
  if (!(card in deal.cards)) {
    node.append("?", element("span", "sr", nameOf(deal, card)))
    return node
  }
  const index = element("span", "rank", ranks[card & 7])
  index.dataset.rank = String(card & 7)
  index.setAttribute("aria-hidden", "true")
  node.append(index, pip(card >> 3), element("span", "sr", deal.cards[card]))
  return node
}

/** What parts say in plain letters. */
function plainText(deal, parts, ranks) {
  return parts.map(part => {
    if (typeof part === "string") return part
    if (typeof part === "number") return part < 32 ? ranks[part & 7] + "♣♦♥♠"[part >> 3] : "?"
    return "♣♦♥♠"[part.suit]
  }).join("")
}

/** The same with cards by their names, for a screen reader. */
function spokenText(deal, parts) {
  return parts.map(part => {
    if (typeof part === "string") return part
    return typeof part === "number" ? nameOf(deal, part) : deal.suit_names[part.suit]
  }).join("")
}

// Seat 0 sits at the bottom; the next seat is on the left where the game goes clockwise.
function places(deal) {
  const round = deal.clockwise ? ["south", "west", "north", "east"] : ["south", "east", "north", "west"]
  if (deal.seats === 2) return ["south", "north"]
  if (deal.seats === 3) return [round[0], round[1], round[3]]
  return round
}

const dressed = new WeakSet()

// The cards' own style, which a saved picture takes along.
function dress(place) {
  if (dressed.has(place)) return
  dressed.add(place)
  const style = new CSSStyleSheet()
  style.replaceSync(CARD_STYLE)
  // Before the others, so that the viewer's style may differ.
  place.adoptedStyleSheets = [style, ...place.adoptedStyleSheets]
}

/** Builds the viewer of one deal inside root and shows a step.
 *
 * outside: `moved(step)` when another step is shown, `open(address)` to go to another deal, `page()` for the deal as a
 * page of its own, `link(step)` for its address; each may be missing.
 */
function mount(root, deal, start, outside = {}) {
  const part = name => root.querySelector(`[data-part="${name}"]`)
  const words = deal.words
  const where = places(deal)
  const last = deal.steps.length - 1
  const settings = { index: deal.index, four: false, speed: 1, ...stored() }
  if (!deal.indices.some(each => each.code === settings.index)) settings.index = deal.index
  const ranks = () => deal.indices.find(each => each.code === settings.index).ranks
  const text = (tag, className, parts) => say(element(tag, className), deal, parts, ranks())
  let at = -1
  let view = "open"
  let playing = null

  root.setAttribute("aria-label", `${words.deal} ${deal.title}`)
  root.lang = deal.language
  root.classList.toggle("four", settings.four)
  dress(root.getRootNode())

  // Facts
  part("facts").replaceChildren(...deal.facts.map(fact => {
    const node = element("span", fact.wrong ? "fact wrong" : "fact")
    node.append(element("span", "", fact.label), text("b", "", fact.value))
    return node
  }))

  // Seats: every card that a seat ever holds is drawn once, and shown or hidden.
  const table = part("table")
  table.dataset.seats = String(deal.seats)
  table.setAttribute("role", "group")
  table.setAttribute("aria-label", words.table)
  for (const old of table.querySelectorAll(".seat")) old.remove()
  const seats = where.map((place, seat) => {
    const node = element("div", `seat ${place}`)
    const who = element("div", "who")
    who.append(element("span", "number", String(seat + 1)), element("span", "name", deal.names[seat]))
    who.title = deal.names[seat]
    const marks = deal.marks[seat].map(mark => {
      const badge = element("span", "mark", mark.text)
      who.append(badge)
      return [badge, mark.from]
    })
    const hand = element("div", "hand")
    hand.setAttribute("role", "group")
    hand.setAttribute("aria-label", words.hand_of.replace("{who}", () => deal.names[seat]))
    const none = element("span", "none", words.no_cards)
    let ever = 0
    let most = 0
    for (const step of deal.steps) {
      ever |= step.hands[seat] ?? 0
      most = Math.max(most, held(step.hands[seat] ?? 0).length + (step.hidden[seat] ?? 0))
    }
    const pictures = new Map()
    for (const card of sorted(deal, held(ever))) {
      const holder = element("div", "card")
      holder.append(cardSvg(card, deal.cards[card], ranks()))
      pictures.set(card, holder)
    }
    const backs = Array.from({ length: most }, () => {
      const holder = element("div", "card down")
      holder.append(cardSvg(-1, words.hidden_card, ranks()))
      return holder
    })
    hand.append(none, ...pictures.values(), ...backs)
    const spoken = element("div", "spoken")
    const person = element("div", "person")
    person.append(who, spoken)
    node.append(...(place === "south" ? [hand, person] : [person, hand]))
    table.append(node)
    return { node, hand, none, pictures, backs, spoken, marks }
  })

  // Controls
  const button = (name, label, action, caption) => {
    const node = element("button")
    node.type = "button"
    node.dataset.go = name
    node.title = label
    node.setAttribute("aria-label", label)
    node.append(icon(name))
    if (caption) node.append(element("span", "", caption))
    node.onclick = action
    return node
  }
  const choice = (label, options, value, change) => {
    const select = element("select")
    select.setAttribute("aria-label", label)
    select.title = label
    for (const [key, name] of options) {
      const option = element("option", "", name)
      option.value = String(key)
      select.append(option)
    }
    select.value = String(value)
    select.onchange = () => change(select.value)
    return select
  }
  const indicesWhere = test => deal.steps.map((step, index) => (test(step) ? index : -1)).filter(index => index >= 0)
  const faults = indicesWhere(step => step.findings.length > 0)
  const decisions = indicesWhere(step => step.decision)
  const nextOf = list => list.find(index => index > at) ?? list[0]
  const nextFault = () => faults.length && go(nextOf(faults))
  const nextDecision = () => decisions.length && go(nextOf(decisions))
  const here = deal.match.findIndex(row => row.address === deal.address)
  const beside = by => {
    const row = here >= 0 ? deal.match[here + by] : undefined
    if (row) outside.open?.(row.address)
  }

  const slider = element("input")
  slider.type = "range"
  slider.min = "0"
  slider.max = String(last)
  slider.setAttribute("aria-label", words.step)
  slider.oninput = () => go(Number(slider.value))
  const count = element("span", "at")
  const controls = {
    first: button("first", words.first, () => go(0)),
    back: button("back", words.back, () => go(at - 1)),
    play: button("play", words.play, () => run(playing === null)),
    forward: button("forward", words.forward, () => go(at + 1)),
    last: button("last", words.last, () => go(last)),
  }
  const speed = choice(words.speed, SPEEDS.map(each => [each, `${each}×`]), settings.speed, value => {
    settings.speed = Number(value)
    store(settings)
    if (playing !== null) run(true)
  })
  part("controls").replaceChildren(...Object.values(controls), speed, count, slider)

  const options = part("options")
  options.replaceChildren()
  if (faults.length) options.append(button("fault", words.next_fault_hint, nextFault, words.next_fault))
  if (decisions.length) options.append(button("decision", words.next_decision_hint, nextDecision, words.next_decision))
  const hands = [["open", words.hands_open], ["closed", words.hands_closed]]
  deal.names.forEach((name, seat) => hands.push([seat, words.seen_by.replace("{who}", () => name)]))
  const hidden = choice(words.hands, hands, view, value => {
    view = value
    show()
  })
  hidden.dataset.choose = "hands"
  options.append(hidden, menu(words.settings, settingsMenu()), menu(words.share, shareMenu()))

  function menu(label, contents) {
    const box = element("details", "menu")
    box.append(element("summary", "", label))
    const inside = element("div", "inside")
    inside.append(...contents)
    box.append(inside)
    box.addEventListener("keydown", event => {
      if (event.key !== "Escape" || !box.open) return
      box.open = false
      box.firstChild.focus()
      event.stopPropagation()
    })
    box.addEventListener("focusout", event => {
      if (event.relatedTarget && !box.contains(event.relatedTarget)) box.open = false
    })
    return box
  }

  function labelled(label, control) {
    const node = element("label")
    node.append(element("span", "", label), control)
    return node
  }

  function settingsMenu() {
    const index = choice(words.indices, deal.indices.map(each => [each.code, each.name]), settings.index, value => {
      settings.index = value
      store(settings)
      drawn.clear()
      for (const node of root.querySelectorAll("text[data-rank]")) setIndex(node, ranks())
      for (const node of root.querySelectorAll("span[data-rank]")) node.textContent = ranks()[Number(node.dataset.rank)]
      show()
    })
    index.dataset.choose = "index"
    const four = element("input")
    four.type = "checkbox"
    four.dataset.choose = "four"
    four.checked = settings.four
    four.onchange = () => {
      settings.four = four.checked
      store(settings)
      root.classList.toggle("four", settings.four)
    }
    const rows = [labelled(words.indices, index), labelled(words.four_colours, four)]
    if (outside.theme) {
      const themes = [["auto", words.theme_auto], ["light", words.theme_light], ["dark", words.theme_dark]]
      const theme = choice(words.theme, themes, settings.theme ?? "auto", value => {
        settings.theme = value
        store(settings)
        outside.theme(value)
      })
      theme.dataset.choose = "theme"
      rows.push(labelled(words.theme, theme))
    }
    return rows
  }

  function shareMenu() {
    const said = element("span", "done")
    said.setAttribute("role", "status")
    const step = () => deal.steps[at]
    const table = () => ({ deal, step: step(), ranks: ranks(), four: settings.four, view })
    const actions = [
      ["copy-record", words.copy_record, () => copy(deal.record, said, words)],
      ["copy-link", words.copy_link, () => copy(outside.link ? outside.link(at) : linkTo(deal, at), said, words)],
      ["save-svg", words.save_svg, () => save(fileName(deal, at, "svg"), positionSvg(table()), "image/svg+xml", said, words)],
      ["save-png", words.save_png, () => savePng(fileName(deal, at, "png"), positionSvg(table()), said, words)],
      ["print", words.print, () => printSheet(deal, ranks(), settings.four)],
    ]
    if (outside.page) actions.splice(2, 0, ["save-page", words.save_page, () => save(fileName(deal, null, "html"), outside.page(), "text/html", said, words)])
    return [...actions.map(([name, label, action]) => {
      const node = element("button", "", label)
      node.type = "button"
      node.dataset.share = name
      node.onclick = action
      return node
    }), said]
  }

  // The list of calls and plays
  const jumps = new Map()
  const jump = (index, node, label) => {
    const found = deal.steps[index].findings.length > 0
    node.type = "button"
    node.dataset.step = String(index)
    if (found) {
      node.classList.add("wrong")
      node.append(" !")
    }
    node.setAttribute("aria-label", found ? `${label}, ${words.violation}` : label)
    node.onclick = () => go(index)
    jumps.set(index, node)
    return node
  }
  const list = part("plays")
  list.replaceChildren()
  const said = (kinds, title) => {
    const box = element("div", "auction")
    deal.steps.forEach((step, index) => {
      if (!kinds.includes(step.kind)) return
      const label = `${step.place}: ${spokenText(deal, step.text)}`
      const node = text("button", "call", step.text)
      box.append(jump(index, node, label))
    })
    if (box.childNodes.length) list.append(element("div", "heading", title), box)
  }
  said(["call"], words.auction)
  if (deal.tricks.length) {
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
      const title = element("th")
      title.scope = "row"
      if (trick.end === null) title.textContent = String(number + 1)
      else title.append(jump(trick.end, element("button", "", String(number + 1)), deal.steps[trick.end].place))
      row.append(title)
      const cells = where.map(() => row.insertCell())
      trick.plays.forEach((index, turn) => {
        const step = deal.steps[index]
        const node = element("button", step.lacking ? "lacking" : "")
        node.append(cardName(deal, step.card, ranks()))
        cells[step.seat]?.append(jump(index, node, `${step.place}: ${spokenText(deal, step.text)}`))
        if (turn === 0) cells[step.seat]?.classList.add("led")
        if (step.seat === trick.winner) cells[step.seat].classList.add("took")
      })
    })
    list.append(element("div", "heading", words.plays), grid, element("div", "hint", words.list_hint))
  }
  said(["exchange", "declaration", "belote"], `${words.declarations}`)
  list.append(jump(last, element("button", "call end", words.end), words.end))
  list.append(element("div", "hint",
    [words.legal_hint, words.keys_hint, outside.open ? words.deal_keys_hint : ""].join(" ")))

  // Below: the match, and what was not judged
  const below = part("below")
  below.replaceChildren()
  if (deal.match.length) below.append(matchTable(deal, ranks(), outside))
  if (deal.open.length) {
    const box = element("details", "panel")
    box.append(element("summary", "", `${words.open_parts} (${deal.open.length})`))
    const items = element("ul")
    for (const each of deal.open) items.append(element("li", "", `${each.part}: ${each.reason}`))
    box.append(items)
    below.append(box)
  }

  const calls = deal.steps.flatMap((step, index) =>
    step.kind === "call" ? [{ step: index, seat: step.seat, text: step.bubble }] : [])

  const isShown = seat => view === "open" || String(seat) === view

  function showSeats(step) {
    const choosing = step.kind === "play"
    seats.forEach(({ node, hand, none, pictures, backs, spoken, marks }, seat) => {
      for (const [badge, from] of marks) setHidden(badge, at < from)
      const mine = seat === step.seat && step.kind !== "trick"
      const open = isShown(seat)
      node.classList.toggle("turn", mine)
      hand.classList.toggle("choosing", mine && choosing && open)
      let first = true
      let down = step.hidden[seat] ?? 0
      for (const [card, picture] of pictures) {
        const has = ((step.hands[seat] >>> card) & 1) === 1
        const here = has && open
        if (has && !open) down++
        const legal = mine && choosing && open && ((step.allowed >>> card) & 1) === 1
        const chosen = mine && choosing && open && step.card === card
        setHidden(picture, !here)
        let className = "card"
        if (here && first) {
          className += " first"
          first = false
        }
        if (legal) className += " legal"
        if (chosen) className += legal ? " chosen" : " chosen wrong"
        if (picture.className !== className) {
          picture.className = className
          const label = deal.cards[card] + (legal ? `, ${words.legal}` : "") + (chosen ? `, ${words.chosen}` : "")
          picture.firstChild.setAttribute("aria-label", label)
        }
      }
      backs.forEach((back, number) => {
        const here = number < down
        setHidden(back, !here)
        const className = here && first ? "card down first" : "card down"
        if (back.className !== className) back.className = className
        if (here) first = false
      })
      setHidden(none, !first)
      // In the auction the last call of each, afterwards what was announced and said.
      const heard = (step.kind === "call" ? calls.filter(each => each.step <= at) : deal.spoken)
        .filter(each => each.seat === seat && each.step <= at).slice(step.kind === "call" ? -1 : 0)
      if (heard.length || spoken.firstChild) {
        spoken.replaceChildren(...heard.map(each => text("span", each.step === at ? "said now" : "said", each.text)))
      }
    })
  }

  // A card on the table is drawn once, and kept.
  const drawn = new Map()
  function laid(card, place, className) {
    const node = element("div", `laid ${place}${className}`)
    if (!drawn.has(card)) {
      const holder = element("div", "card")
      holder.append(cardSvg(card, nameOf(deal, card), ranks()))
      drawn.set(card, holder)
    }
    node.append(drawn.get(card))
    return node
  }

  function showCentre(step) {
    const nodes = step.trick.map(([seat, card]) =>
      laid(card, where[seat], step.kind === "trick" && seat === step.seat ? " won" : ""))
    for (const node of nodes) {
      if (node.classList.contains("won")) node.append(element("span", "tag won", "✓"), element("span", "sr", words.wins))
    }
    if (step.kind === "play" && where[step.seat]) {
      const wrong = step.findings.length > 0
      const node = laid(step.card, where[step.seat], ` now${wrong ? " wrong" : ""}${step.lacking ? " lacking" : ""}`)
      if (wrong) node.append(element("span", "tag", step.lacking ? "?" : "!"))
      nodes.push(node)
    }
    const middle = element("div", "laid middle")
    if (!step.trick.length && (step.stock > 0 || step.turned !== null) && step.kind !== "play") {
      const pile = element("div", "pile")
      if (step.stock > 0) {
        const stock = element("div", "stock")
        const holder = element("div", "card down")
        holder.append(cardSvg(-1, `${words.stock}: ${step.stock}`, ranks()))
        stock.append(holder, element("span", "count", `${words.stock} ${step.stock}`))
        pile.append(stock)
      }
      if (step.turned !== null) {
        const turned = element("div", "stock turned")
        const holder = element("div", "card")
        holder.append(cardSvg(step.turned, nameOf(deal, step.turned), ranks()))
        turned.append(holder, element("span", "count", words.turned))
        pile.append(turned)
      }
      middle.append(pile)
    }
    if (step.bubble.length) middle.append(text("span", "bubble", step.bubble))
    part("centre").replaceChildren(middle, ...nodes)
  }

  function showCaption(step) {
    const line = element("div", "said")
    line.append(element("span", "place", step.place), text("span", "", step.text))
    const nodes = [line]
    if (step.time) nodes.push(element("div", "legend time", step.time))
    if (step.choice) nodes.push(element("div", "legend choice", step.choice))
    if (step.calls.length) {
      const calls = element("div", "legend calls", `${words.could_call} `)
      step.calls.forEach((call, number) => {
        if (number) calls.append(", ")
        calls.append(text("span", "could", call))
      })
      nodes.push(calls)
    }
    for (const shown of step.shown ?? []) nodes.push(text("div", "legend", shown))
    for (const note of step.notes) {
      const box = element("div", "note")
      box.append(element("b", "", `${words.note}: `), note)
      nodes.push(box)
    }
    for (const finding of step.findings) nodes.push(findingBox(deal, finding, ranks()))
    const ended = step.kind === "settlement"
    const empty = ended && !step.hands.some(mask => mask) && !step.hidden.some(count => count)
    table.querySelector(".ledger")?.remove()
    table.classList.toggle("settled", empty && deal.settlement.length > 0)
    if (ended && deal.settlement.length) {
      const ledger = element("div", "ledger")
      ledger.append(settlementTable(deal))
      if (empty) table.append(ledger)
      else nodes.push(ledger.firstChild)
    }
    part("caption").replaceChildren(...nodes)
  }

  function showScore(step) {
    const grid = element("table")
    grid.append(element("caption", "sr", words.score))
    const head = grid.createTHead().insertRow()
    const before = here > 0 ? deal.match[here - 1].totals : null
    const titles = [words.side, words.tricks, words.points, ...(before ? [words.total] : [])]
    for (const title of titles) {
      const cell = element("th", "", title)
      cell.scope = "col"
      head.append(cell)
    }
    const body = grid.createTBody()
    deal.sides.forEach((side, index) => {
      const row = body.insertRow()
      const name = element("th", "", side)
      name.scope = "row"
      row.append(name, element("td", "", String(step.tricks[index] ?? 0)), element("td", "", String(step.points[index] ?? 0)))
      if (before) row.append(element("td", "", String(before[index] ?? 0)))
    })
    part("score").replaceChildren(grid)
  }

  function showLast() {
    const done = deal.tricks.filter(trick => trick.end !== null && trick.end < at).at(-1)
    const node = part("last")
    node.replaceChildren()
    if (!done) return
    const line = element("div", "")
    done.plays.forEach((index, number) => {
      const step = deal.steps[index]
      if (number) line.append(" ")
      const card = cardName(deal, step.card, ranks())
      if (step.seat === done.winner) card.classList.add("took")
      line.append(card)
    })
    line.append(" · ", deal.names[done.winner])
    node.append(element("span", "heading", words.last_trick), line)
  }

  function show() {
    const step = deal.steps[at]
    showSeats(step)
    showCentre(step)
    showCaption(step)
    showScore(step)
    showLast()
  }

  function go(to) {
    const next = Math.max(0, Math.min(last, to))
    if (!Number.isFinite(next) || next === at) return
    jumps.get(at)?.removeAttribute("aria-current")
    at = next
    show()
    jumps.get(at)?.setAttribute("aria-current", "step")
    slider.value = String(at)
    slider.setAttribute("aria-valuetext", `${deal.steps[at].place}: ${spokenText(deal, deal.steps[at].text)}`)
    count.textContent = `${at} / ${last}`
    controls.first.disabled = controls.back.disabled = at === 0
    controls.last.disabled = controls.forward.disabled = at === last
    if (at === last && playing !== null) run(false)
    root.dataset.at = String(at)
    outside.moved?.(at)
  }

  function run(on) {
    clearInterval(playing)
    playing = null
    if (on) {
      if (at === last) go(0)
      playing = setInterval(() => go(at + 1), 1000 / settings.speed)
    }
    const name = on ? "pause" : "play"
    controls.play.replaceChildren(icon(name))
    controls.play.title = words[name]
    controls.play.setAttribute("aria-label", words[name])
    controls.play.dataset.playing = String(on)
  }

  function keys(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return
    // The keys belong to whatever is being typed in, chosen from, or dragged.
    const target = event.composedPath()[0]
    if (target !== slider && target.closest?.("input, textarea, select, [contenteditable], [role=combobox], [role=listbox], [role=slider]")) return
    const actions = {
      ArrowRight: () => go(at + 1), ArrowLeft: () => go(at - 1), Home: () => go(0), End: () => go(last),
      v: nextFault, d: nextDecision, p: () => beside(-1), n: () => beside(1),
    }
    // A space presses the button that has the focus.
    if (!target.closest?.("button, summary, a")) actions[" "] = () => run(playing === null)
    deal.tricks.forEach((trick, number) => {
      actions[String(number + 1)] = () => go(trick.plays[0])
    })
    const action = actions[event.key.length === 1 ? event.key.toLowerCase() : event.key]
    if (!action) return
    event.preventDefault()
    action()
  }
  document.addEventListener("keydown", keys)

  go(Number.isFinite(start) ? start : 0)
  return {
    go,
    at: () => at,
    last,
    destroy: () => {
      clearInterval(playing)
      document.removeEventListener("keydown", keys)
    },
  }
}
