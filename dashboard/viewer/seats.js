// Who sits where, and what each holds, is called and has said.

// Seat 0 sits at the bottom; the next seat is on the left where the game goes clockwise.
function places(deal) {
  const round = deal.clockwise ? ["south", "west", "north", "east"] : ["south", "east", "north", "west"]
  if (deal.seats === 2) return ["south", "north"]
  if (deal.seats === 3) return [round[0], round[1], round[3]]
  return round
}

/** Draws the seats around the table; `show(step)` shows what each holds then.
 *
 * Every card that a seat ever holds is drawn once, and shown or hidden.
 */
function seatsAround(stage) {
  const { deal, words, where } = stage
  const table = stage.part("table")
  table.dataset.seats = String(deal.seats)
  table.setAttribute("role", "group")
  table.setAttribute("aria-label", words.table)
  for (const old of table.querySelectorAll(".seat")) old.remove()
  const seats = where.map((place, seat) => seatAt(stage, table, place, seat))
  const calls = deal.steps.flatMap((step, index) =>
    step.kind === "call" ? [{ step: index, seat: step.seat, text: step.bubble }] : [])
  return { show: step => seats.forEach((each, seat) => showSeat(stage, step, calls, each, seat)) }
}

// To set what is so already would make the browser lay everything out again.
function setHidden(node, hidden) {
  if (node.hidden !== hidden) node.hidden = hidden
}

function seatAt({ deal, ranks, words }, table, place, seat) {
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
}

function showSeat(stage, step, calls, { node, hand, none, pictures, backs, spoken, marks }, seat) {
  const { at, deal, words } = stage
  for (const [badge, from] of marks) setHidden(badge, at < from)
  const mine = seat === step.seat && step.kind !== "trick"
  const open = isOpen(stage.view, seat)
  const choosing = mine && step.kind === "play" && open
  node.classList.toggle("turn", mine)
  hand.classList.toggle("choosing", choosing)
  let first = true
  let down = step.hidden[seat] ?? 0
  for (const [card, picture] of pictures) {
    const has = ((step.hands[seat] >>> card) & 1) === 1
    if (has && !open) down++
    const legal = choosing && ((step.allowed >>> card) & 1) === 1
    const chosen = choosing && step.card === card
    setHidden(picture, !has || !open)
    let className = "card"
    if (has && open && first) {
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
  const heard = (step.kind === "call" ? calls : deal.spoken)
    .filter(each => each.seat === seat && each.step <= at).slice(step.kind === "call" ? -1 : 0)
  if (heard.length || spoken.firstChild) {
    spoken.replaceChildren(...heard.map(each => stage.text("span", each.step === at ? "said now" : "said", each.text)))
  }
}

/** Whether a seat's cards lie open to who looks: to all, to one seat, or to nobody. */
function isOpen(view, seat) {
  return view === "open" || String(seat) === view
}
