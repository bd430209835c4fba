// The deck: every card drawn here, as SVG of 60 by 84 units. Texts of a record never pass through this file.

const SVG = "http://www.w3.org/2000/svg"
const PIPS = [
  "M5 .4a2.3 2.3 0 0 1 1.9 3.6A2.4 2.4 0 1 1 5.6 7.2q.1 1.5 1.3 2.4H3.1Q4.3 8.7 4.4 7.2A2.4 2.4 0 1 1 3.1 4 2.3 2.3 0 0 1 5 .4z",
  "M5 .2Q6.5 2.9 8.7 5 6.5 7.1 5 9.8 3.5 7.1 1.3 5 3.5 2.9 5 .2z",
  "M5 9.6Q1.9 7 .9 4.9C-.2 2.5 1.2.7 2.7.7 3.9.7 4.7 1.5 5 2.4 5.3 1.5 6.1.7 7.3.7c1.5 0 2.9 1.8 1.8 4.2Q8.1 7 5 9.6z",
  "M5 .3Q8 2.6 9.1 4.7c1 2-.1 3.6-1.6 3.6-1 0-1.7-.5-2-1.2q0 1.5 1.4 2.5H3.1Q4.5 8.6 4.5 7.1c-.3.7-1 1.2-2 1.2C1 8.3-.1 6.7.9 4.7 2 2.6 5 .3 5 .3z",
]
// Where the pips of seven to ten stand; those below the middle hang upside down.
const SPOTS = (() => {
  const column = (x, ys) => ys.map(y => [x, y])
  const three = [19, 42, 65]
  const four = [18, 34, 50, 66]
  return [
    [...column(22, three), ...column(38, three), [30, 30.5]],
    [...column(22, three), ...column(38, three), [30, 30.5], [30, 53.5]],
    [...column(22, four), ...column(38, four), [30, 42]],
    [...column(22, four), ...column(38, four), [30, 26], [30, 58]],
  ]
})()
const CARD_STYLE = `
.face{fill:#fffdf8;stroke:#aaa593;stroke-width:1.2}
.index{font:700 17.5px "Liberation Sans",Arial,Helvetica,sans-serif;text-anchor:middle;fill:currentColor}
.ink{fill:currentColor}.line{fill:none;stroke:currentColor;stroke-width:1}.tint{fill:currentColor;opacity:.09}
.gold{fill:#e9b93c;stroke:#7a5a10;stroke-width:.7;stroke-linejoin:round}
.skin{fill:#f8dcb8;stroke:#6b4a2a;stroke-width:.6}.hair{fill:#7a4b22}.eye{fill:#3a2a1a}
.back{fill:#24557a;stroke:#fffdf8;stroke-width:3}.weave{fill:none;stroke:#8fb7d3;stroke-width:1}
.s0,.s3{color:#15191d}.s1,.s2{color:#c1121f}
.four .s0{color:#0b6b2e}.four .s1{color:#0a55b5}`

function element(tag, className, text) {
  const node = document.createElement(tag)
  if (className) node.className = className
  if (text !== undefined) node.textContent = text
  return node
}

function drawing(tag, attributes, ...children) {
  const node = document.createElementNS(SVG, tag)
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value)
  node.append(...children)
  return node
}

function pipAt(suit, x, y, scale, turned) {
  const turn = turned ? " rotate(180)" : ""
  return drawing("path", {
    d: PIPS[suit], class: "ink", transform: `translate(${x} ${y})${turn} scale(${scale}) translate(-5 -5)`,
  })
}

function indexText(rank, ranks) {
  const text = drawing("text", { x: 9.6, y: 18.5, class: "index", "data-rank": rank })
  setIndex(text, ranks)
  return text
}

function setIndex(text, ranks) {
  const name = ranks[Number(text.dataset.rank)]
  text.textContent = name
  if (name.length > 1) {
    text.setAttribute("textLength", "15")
    text.setAttribute("lengthAdjust", "spacingAndGlyphs")
  } else text.removeAttribute("textLength")
}

// Half of a court card: what is above the middle. The other half is the same, turned.
function court(suit, rank) {
  const half = drawing("g", {})
  const path = (d, className) => half.append(drawing("path", { d, class: className }))
  path("M17 42V38Q20 31.5 30 31.5T43 38V42Z", "ink")
  path("M24.5 31.8 30 38.5 35.5 31.8Z", "gold")
  if (rank === 5) path("M23.8 20Q21 31 25 33.5H35Q39 31 36.2 20Z", "hair")
  if (rank === 4) path("M24 20Q23.2 28 25.5 29H34.5Q36.8 28 36 20Z", "hair")
  half.append(drawing("circle", { cx: 30, cy: 24.5, r: 5.6, class: "skin" }))
  if (rank === 6) path("M24.4 25.5Q24.6 34.5 30 35.2T35.6 25.5Q33 28.2 30 28.2T24.4 25.5Z", "hair")
  half.append(drawing("circle", { cx: 28, cy: 24, r: 0.75, class: "eye" }), drawing("circle", { cx: 32, cy: 24, r: 0.75, class: "eye" }))
  if (rank === 6) path("M23.6 20.5 22 12.5 26.4 15.8 30 10.5 33.6 15.8 38 12.5 36.4 20.5Z", "gold")
  if (rank === 5) {
    path("M23.8 20.5Q23 16 22.6 14.5L26.6 17 30 12.8 33.4 17 37.4 14.5Q37 16 36.2 20.5Z", "gold")
    for (const [cx, cy] of [[22.6, 13.6], [30, 12], [37.4, 13.6]]) half.append(drawing("circle", { cx, cy, r: 1.4, class: "gold" }))
  }
  if (rank === 4) {
    path("M22.8 20.8Q22 14.5 30 14.5T37.2 20.8Z", "ink")
    path("M22.8 20.8H37.2V18.7H22.8Z", "gold")
    path("M35 17Q41 15 41.5 10.5 36 10 34 15.5Z", "gold")
  }
  half.append(pipAt(suit, 21.4, 14.4, 0.62))
  if (rank !== 4) half.append(pipAt(suit, 38.6, 14.4, 0.62))
  return half
}

/** What is on the face of a card, without its edge: nodes for an svg of 60 by 84. */
function face(card, ranks) {
  const suit = card >> 3
  const rank = card & 7
  const nodes = []
  for (const turn of ["", "rotate(180 30 42)"]) {
    const corner = drawing("g", turn ? { transform: turn } : {})
    corner.append(indexText(rank, ranks), pipAt(suit, 9.6, 26.5, 1.1))
    nodes.push(corner)
  }
  if (rank < 4) nodes.push(...SPOTS[rank].map(([x, y]) => pipAt(suit, x, y, 1.12, y > 42)))
  else if (rank === 7) nodes.push(pipAt(suit, 30, 42, 2.7))
  else {
    nodes.push(drawing("rect", { x: 17, y: 8, width: 26, height: 68, rx: 2.5, class: "tint" }))
    nodes.push(court(suit, rank), drawing("g", { transform: "rotate(180 30 42)" }, court(suit, rank)))
    nodes.push(drawing("rect", { x: 17, y: 8, width: 26, height: 68, rx: 2.5, class: "line" }))
  }
  return nodes
}

function backNodes() {
  const weave = "M8 8 52 52M8 30 52 74M8 52 30 74M30 8 52 30M52 8 8 52M52 30 8 74M52 52 30 76M30 8 8 30M19 8 52 41M8 19 52 63M8 41 41 74M41 8 52 19M8 63 19 74M41 8 8 41M52 19 8 63M52 41 19 74M19 8 8 19M52 63 41 74"
  return [drawing("rect", { x: 2.2, y: 2.2, width: 55.6, height: 79.6, rx: 5, class: "back" }), drawing("path", { d: weave, class: "weave" })]
}

/** A card as a picture of its own: an svg with its name. */
function cardSvg(card, name, ranks) {
  const known = card >= 0 && card < 32
  const svg = drawing("svg", { viewBox: "0 0 60 84", role: "img", "aria-label": name, class: known ? `s${card >> 3}` : "s3" })
  svg.append(drawing("rect", { x: 1, y: 1, width: 58, height: 82, rx: 6, class: "face" }))
  svg.append(...(known ? face(card, ranks) : backNodes()))
  return svg
}

function pip(suit) {
  const svg = drawing("svg", { viewBox: "0 0 10 10", "aria-hidden": "true", class: `pip s${suit}` })
  svg.append(drawing("path", { d: PIPS[suit], class: "ink" }))
  return svg
}

function held(mask) {
  const cards = []
  for (let card = 0; card < 32; card++) if ((mask >>> card) & 1) cards.push(card)
  return cards
}

function sorted(deal, cards) {
  const key = card => deal.suits.indexOf(card >> 3) * 100 - deal.strength[card]
  return [...cards].sort((a, b) => key(a) - key(b))
}
