// Steps through one deal in the browser. The whole deal comes as data; names and texts are set by textContent
// alone, so that nothing in a record ever becomes markup.

const SVG = "http://www.w3.org/2000/svg"
const RANKS = ["7", "8", "9", "10", "J", "Q", "K", "A"]
const RED = [false, true, true, false]
const PIPS = [
  "M5 .4a2.3 2.3 0 0 1 1.9 3.6A2.4 2.4 0 1 1 5.6 7.2q.1 1.5 1.3 2.4H3.1Q4.3 8.7 4.4 7.2A2.4 2.4 0 1 1 3.1 4 2.3 2.3 0 0 1 5 .4z",
  "M5 .2Q6.5 2.9 8.7 5 6.5 7.1 5 9.8 3.5 7.1 1.3 5 3.5 2.9 5 .2z",
  "M5 9.6Q1.9 7 .9 4.9C-.2 2.5 1.2.7 2.7.7 3.9.7 4.7 1.5 5 2.4 5.3 1.5 6.1.7 7.3.7c1.5 0 2.9 1.8 1.8 4.2Q8.1 7 5 9.6z",
  "M5 .3Q8 2.6 9.1 4.7c1 2-.1 3.6-1.6 3.6-1 0-1.7-.5-2-1.2q0 1.5 1.4 2.5H3.1Q4.5 8.6 4.5 7.1c-.3.7-1 1.2-2 1.2C1 8.3-.1 6.7.9 4.7 2 2.6 5 .3 5 .3z",
]
const ICONS = {
  first: "M4 4h2.500v16H4zM20 4v16L8 12z",
  back: "M17 4v16L5 12z",
  forward: "M7 4v16l12-8z",
  last: "M17.5 4H20v16h-2.500zM4 4v16l12-8z",
  fault: "M12 2 23 21H1zM11 9v6h2V9zm0 7.500V19h2v-2.500z",
}

function element(tag, className, text) {
  const node = document.createElement(tag)
  if (className) node.className = className
  if (text !== undefined) node.textContent = text
  return node
}

function drawing(tag, attributes) {
  const node = document.createElementNS(SVG, tag)
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value)
  return node
}

function icon(name) {
  const svg = drawing("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" })
  svg.append(drawing("path", { d: ICONS[name] }))
  return svg
}

function pip(suit) {
  const svg = drawing("svg", { viewBox: "0 0 10 10", "aria-hidden": "true" })
  svg.append(drawing("path", { d: PIPS[suit], class: RED[suit] ? "pip-red" : "pip-black" }))
  return svg
}

function nameOf(deal, card) {
  return deal.words.cards[card] ?? deal.words.unknown_card
}

function cardName(deal, card) {
  const node = element("span", "cardname")
  if (card > 31) {
    node.append("?", element("span", "sr", nameOf(deal, card)))
    return node
  }
  node.append(RANKS[card & 7], pip(card >> 3), element("span", "sr", deal.words.cards[card]))
  return node
}

function cardPicture(deal, card) {
  const suit = card >> 3
  const rank = card & 7
  const holder = element("div", "card")
  if (card > 31) {
    const back = drawing("svg", { viewBox: "0 0 60 84", role: "img", "aria-label": nameOf(deal, card) })
    back.append(drawing("rect", { x: 1, y: 1, width: 58, height: 82, rx: 6, class: "face back" }))
    const mark = drawing("text", { x: 30, y: 52, class: "court" })
    mark.textContent = "?"
    back.append(mark)
    holder.append(back)
    return holder
  }
  const colour = RED[suit] ? "suit-red" : "suit-black"
  const svg = drawing("svg", { viewBox: "0 0 60 84", role: "img", "aria-label": deal.words.cards[card], class: colour })
  svg.append(drawing("rect", { x: 1, y: 1, width: 58, height: 82, rx: 6, class: "face" }))
  for (const turn of ["", "rotate(180 30 42)"]) {
    const corner = drawing("g", turn ? { transform: turn } : {})
    const index = drawing("text", { x: 12, y: 21, class: "index" })
    index.textContent = RANKS[rank]
    if (rank === 3) index.setAttribute("textLength", "18")
    corner.append(index, drawing("path", { d: PIPS[suit], transform: "translate(5.5 25) scale(1.3)" }))
    svg.append(corner)
  }
  if (rank >= 4 && rank <= 6) {
    svg.append(drawing("rect", { x: 20, y: 18, width: 20, height: 48, rx: 3, class: "frame" }))
    const court = drawing("text", { x: 30, y: 41, class: "court", "font-size": "22" })
    court.setAttribute("style", "font-size:20px")
    court.textContent = RANKS[rank]
    svg.append(court, drawing("path", { d: PIPS[suit], transform: "translate(23 47) scale(1.4)" }))
  } else {
    svg.append(drawing("path", { d: PIPS[suit], transform: "translate(18.5 30.5) scale(2.3)" }))
  }
  holder.append(svg)
  return holder
}

function held(mask) {
  const cards = []
  for (let card = 0; card < 32; card++) if ((mask >>> card) & 1) cards.push(card)
  return cards
}

// Seat 0 sits at the bottom; the next seat is on the right where the game goes counterclockwise.
function places(deal) {
  const round = deal.clockwise ? ["south", "west", "north", "east"] : ["south", "east", "north", "west"]
  if (deal.seats === 2) return ["south", "north"]
  if (deal.seats === 3) return [round[0], round[1], round[3]]
  return round
}

function sorted(deal, cards) {
  const key = card => deal.suits.indexOf(card >> 3) * 100 - deal.strength[card]
  return [...cards].sort((a, b) => key(a) - key(b))
}

/** Builds the viewer of one deal inside root and shows a step; returns { go, at, destroy }. */
export function mount(root, deal, start, moved) {
  const part = name => root.querySelector(`[data-part="${name}"]`)
  const words = deal.words
  const where = places(deal)
  const last = deal.steps.length - 1
  let at = -1

  // Facts
  part("facts").replaceChildren(...deal.facts.map(fact => {
    const node = element("span", fact.wrong ? "fact wrong" : "fact")
    node.append(element("span", "", fact.label), element("b", "", fact.value))
    if (fact.suit !== null && fact.suit !== undefined) node.append(pip(fact.suit))
    return node
  }))

  // Seats, with one picture for every card a seat ever holds
  const table = part("table")
  for (const old of table.querySelectorAll(".seat")) old.remove()
  const seats = where.map((place, seat) => {
    const node = element("div", `seat ${place}`)
    node.setAttribute("role", "group")
    node.setAttribute("aria-label", deal.names[seat])
    const who = element("div", "who")
    who.append(element("span", "number", String(seat + 1)), element("span", "name", deal.names[seat]))
    who.title = deal.names[seat]
    for (const mark of deal.marks[seat]) who.append(element("span", "mark", mark))
    const hand = element("div", "hand")
    const none = element("span", "none", words.no_cards)
    let ever = 0
    for (const step of deal.steps) ever |= step.hands[seat] ?? 0
    const pictures = new Map()
    for (const card of sorted(deal, held(ever))) pictures.set(card, cardPicture(deal, card))
    hand.append(none, ...pictures.values())
    node.append(...(place === "south" ? [hand, who] : [who, hand]))
    table.append(node)
    return { node, hand, none, pictures }
  })

  // Controls
  const button = (name, label, action, text) => {
    const node = element("button")
    node.type = "button"
    node.dataset.go = name
    node.title = label
    node.setAttribute("aria-label", label)
    node.append(icon(name))
    if (text) node.append(element("span", "", text))
    node.onclick = action
    return node
  }
  const faults = deal.steps.map((step, index) => (step.findings.length ? index : -1)).filter(index => index >= 0)
  const nextFault = () => go(faults.find(index => index > at) ?? faults[0])
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
    forward: button("forward", words.forward, () => go(at + 1)),
    last: button("last", words.last, () => go(last)),
  }
  part("controls").replaceChildren(...Object.values(controls), count, slider)
  if (faults.length) part("controls").append(button("fault", words.next_fault, nextFault, words.next_fault))

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
  const auction = element("div", "auction")
  deal.steps.forEach((step, index) => {
    if (["call", "exchange", "declaration", "belote"].includes(step.kind)) {
      auction.append(jump(index, element("button", "call", step.text), step.text))
    }
  })
  if (auction.childNodes.length) list.append(element("div", "heading", words.auction), auction)
  if (deal.tricks.length) {
    const grid = element("table")
    grid.append(element("caption", "sr", words.plays))
    const head = grid.createTHead().insertRow()
    head.append(element("th", "", ""), ...deal.names.map(name => {
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
        const node = element("button")
        node.append(cardName(deal, step.card))
        const label = `${step.place}: ${step.text}`
        cells[step.seat]?.append(jump(index, node, label))
        if (turn === 0) cells[step.seat]?.classList.add("led")
        if (step.seat === trick.winner) cells[step.seat].classList.add("took")
      })
    })
    list.append(element("div", "heading", words.plays), grid, element("div", "hint", words.list_hint))
  }
  list.append(jump(last, element("button", "call end", words.end), words.end))
  list.append(element("div", "hint", words.keys_hint))

  function showSeats(step) {
    const choosing = step.kind === "play"
    seats.forEach(({ node, hand, none, pictures }, seat) => {
      const mine = seat === step.seat && step.kind !== "trick"
      node.classList.toggle("turn", mine)
      hand.classList.toggle("choosing", mine && choosing)
      let first = true
      for (const [card, picture] of pictures) {
        const here = ((step.hands[seat] >>> card) & 1) === 1
        const legal = mine && choosing && ((step.allowed >>> card) & 1) === 1
        const chosen = mine && choosing && step.card === card
        picture.hidden = !here
        picture.className = "card"
        if (here && first) {
          picture.classList.add("first")
          first = false
        }
        if (legal) picture.classList.add("legal")
        if (chosen) picture.classList.add("chosen")
        if (chosen && !legal) picture.classList.add("wrong")
        const label = words.cards[card] + (legal ? `, ${words.legal}` : "") + (chosen ? `, ${words.chosen}` : "")
        picture.firstChild.setAttribute("aria-label", label)
      }
      none.hidden = !first
    })
  }

  function showCentre(step) {
    const nodes = step.trick.map(([seat, card]) => {
      const node = element("div", `laid ${where[seat]}`)
      node.append(cardPicture(deal, card))
      if (step.kind === "trick" && seat === step.seat) node.classList.add("won")
      return node
    })
    if (step.kind === "play" && where[step.seat]) {
      const node = element("div", `laid now ${where[step.seat]}`)
      const picture = cardPicture(deal, step.card)
      if (step.findings.length) {
        node.classList.add("wrong")
        picture.append(element("span", "tag", "!"))
      }
      node.append(picture)
      nodes.push(node)
    }
    const middle = element("div", "laid middle")
    if (step.kind === "call" || step.kind === "deal" || step.kind === "settlement") {
      middle.append(element("span", "bubble", step.bubble))
    }
    part("centre").replaceChildren(middle, ...nodes)
  }

  function showCaption(step) {
    const said = element("div", "said")
    said.append(element("span", "place", step.place), element("span", "", step.text))
    const nodes = [said]
    if (step.kind === "play") nodes.push(element("div", "legend", step.choice))
    for (const finding of step.findings) {
      const box = element("div", `finding ${finding.severity}${finding.unsettled ? " unsettled" : ""}`)
      box.setAttribute("role", "note")
      box.append(element("div", "title", finding.title), element("div", "", finding.sentence))
      if (finding.allowed) {
        const line = element("div", "alternatives", `${words.could} `)
        held(finding.allowed).forEach((card, index) => {
          if (index) line.append(" ")
          line.append(cardName(deal, card))
        })
        box.append(line)
      }
      box.append(element("div", "clause", finding.clause))
      nodes.push(box)
    }
    part("caption").replaceChildren(...nodes)
  }

  function showScore(step) {
    const grid = element("table")
    const head = grid.createTHead().insertRow()
    for (const title of [words.side, words.tricks, words.points]) head.append(element("th", "", title))
    const body = grid.createTBody()
    deal.sides.forEach((side, index) => {
      const row = body.insertRow()
      row.append(element("th", "", side), element("td", "", String(step.tricks[index] ?? 0)),
        element("td", "", String(step.points[index] ?? 0)))
    })
    part("score").replaceChildren(grid)
  }

  function go(to) {
    const next = Math.max(0, Math.min(last, to))
    if (!Number.isFinite(next) || next === at) return
    jumps.get(at)?.removeAttribute("aria-current")
    at = next
    const step = deal.steps[at]
    showSeats(step)
    showCentre(step)
    showCaption(step)
    showScore(step)
    jumps.get(at)?.setAttribute("aria-current", "step")
    slider.value = String(at)
    count.textContent = `${at} / ${last}`
    controls.first.disabled = controls.back.disabled = at === 0
    controls.last.disabled = controls.forward.disabled = at === last
    root.dataset.at = String(at)
    moved?.(at)
  }

  function keys(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return
    // The keys belong to whatever is being typed in, chosen from, or dragged.
    const target = event.composedPath()[0]
    if (target !== slider && target.closest?.("input, textarea, select, [contenteditable], [role=combobox], [role=listbox], [role=slider]")) return
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: last }[event.key]
    if (to === undefined) return
    event.preventDefault()
    go(to)
  }
  document.addEventListener("keydown", keys)

  go(Number.isFinite(start) ? start : 0)
  return { go, at: () => at, destroy: () => document.removeEventListener("keydown", keys) }
}

// The step in the address, so that a link opens this deal at this card.
function rememberStep(address) {
  let waiting = null
  return at => {
    clearTimeout(waiting)
    waiting = setTimeout(() => {
      const url = new URL(window.location.href)
      if (url.searchParams.get("deal") !== null && url.searchParams.get("deal") !== address) return
      url.searchParams.set("deal", address)
      url.searchParams.set("step", String(at))
      url.searchParams.delete("fault")
      window.history.replaceState(window.history.state, "", url)
    }, 150)
  }
}

function isDark(root) {
  const channel = getComputedStyle(root).color.match(/[\d.]+/g)?.map(Number) ?? [0, 0, 0]
  return channel[0] * 0.3 + channel[1] * 0.6 + channel[2] * 0.1 > 140
}

const mounted = new WeakMap()

export default function (component) {
  const { data, parentElement } = component
  const root = parentElement.querySelector('[data-part="viewer"]')
  if (!root || !data) return
  root.classList.toggle("dark", isDark(root))
  const text = JSON.stringify(data)
  const before = mounted.get(parentElement)
  if (before?.text !== text) {
    before?.view.destroy()
    mounted.set(parentElement, { text, view: mount(root, data, data.start, rememberStep(data.address)) })
  }
  return () => {
    mounted.get(parentElement)?.view.destroy()
    mounted.delete(parentElement)
  }
}
