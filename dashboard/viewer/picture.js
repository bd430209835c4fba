// The position as a picture, SVG or PNG.

/** The picture as PNG, twice its size. */
function savePng(name, svg, said, words) {
  const image = new Image()
  image.onload = () => {
    const canvas = element("canvas")
    canvas.width = image.width * 2
    canvas.height = image.height * 2
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height)
    canvas.toBlob(blob => save(name, blob, "image/png", said, words), "image/png")
  }
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
}

// Three leave the upper part of the table empty: it is left out.
const PICTURE = { width: 1000, height: 800, empty: 150 }
const PICTURE_STYLE = `text{font:15px "Liberation Sans",Arial,Helvetica,sans-serif;fill:#f3faf6}
.name{font-weight:700;text-anchor:middle}.caption{fill:#1c2a26;font-size:17px}.bold{font-weight:700}.small{font-size:13px;fill:#45534f}
.dot{fill:#ffd166;stroke:#3a2d00}.chosen .face{stroke:#ffd166;stroke-width:4}.wrong .face{stroke:#ff7a3d;stroke-width:5;stroke-dasharray:7 3}
.won .face{stroke:#7dd3fc;stroke-width:5}`

/** The position as one SVG file that needs nothing else. */
function positionSvg({ deal, step, ranks, four, view }) {
  const { width } = PICTURE
  const up = deal.seats === 3 ? PICTURE.empty : 0
  const height = PICTURE.height - up
  const svg = drawing("svg", { xmlns: SVG, viewBox: `0 0 ${width} ${height}`, width, height, class: four ? "four" : "" })
  const style = drawing("style", {})
  style.textContent = CARD_STYLE + PICTURE_STYLE
  svg.append(style, drawing("rect", { width, height, fill: "#ffffff" }))
  svg.append(drawing("rect", { x: 10, y: 10, width: width - 20, height: height - 150, rx: 22, fill: "#1d6b54", stroke: "#15523f", "stroke-width": 3 }))
  const label = (x, y, className, text) => {
    const node = drawing("text", { x, y, class: className })
    node.textContent = text
    svg.append(node)
    return node
  }
  const card = (number, x, y, scale, className) => {
    const known = number >= 0 && number < 32
    const group = drawing("g", { transform: `translate(${x} ${y}) scale(${scale})`, class: `${known ? `s${number >> 3}` : "s3"} ${className}` })
    group.append(drawing("rect", { x: 1, y: 1, width: 58, height: 82, rx: 6, class: "face" }), ...(known ? face(number, ranks) : backNodes()))
    svg.append(group)
  }
  const spots = { south: [500, 515 - up, 640 - up], north: [500, 52, 40], west: [180, 270 - up, 258 - up], east: [820, 270 - up, 258 - up] }
  const where = places(deal)
  where.forEach((place, seat) => {
    const [x, y, name] = spots[place]
    label(x, name, "name", [deal.names[seat], ...deal.marks[seat].map(mark => mark.text)].join(" · "))
    const open = view === "open" || String(seat) === view
    const known = sorted(deal, held(step.hands[seat] ?? 0))
    const cards = [...(open ? known : known.map(() => -1)), ...Array(step.hidden[seat] ?? 0).fill(-1)]
    const scale = place === "west" || place === "east" ? 1.15 : 1.3
    const gap = place === "west" || place === "east" ? 30 : 42
    const left = x - (gap * (cards.length - 1) + 60 * scale) / 2
    cards.forEach((number, at) => {
      const mine = step.kind === "play" && seat === step.seat && number >= 0
      const legal = mine && ((step.allowed >>> number) & 1) === 1
      const chosen = mine && number === step.card
      card(number, left + at * gap, y - (legal ? 10 : 0), scale, chosen ? (legal ? "chosen" : "wrong") : "")
      if (legal) svg.append(drawing("circle", { cx: left + at * gap + 12, cy: y + 84 * scale - 4, r: 5, class: "dot" }))
    })
  })
  const trick = { south: [500, 395], north: [500, 260], west: [415, 327], east: [585, 327] }
  const lay = (number, place, className) => card(number, trick[place][0] - 37, trick[place][1] - 52 - up, 1.24, className)
  for (const [seat, number] of step.trick) lay(number, where[seat], step.kind === "trick" && seat === step.seat ? "won" : "")
  if (step.kind === "play" && where[step.seat]) lay(step.card, where[step.seat], step.findings.length ? "wrong" : "chosen")
  if (!step.trick.length && step.turned !== null) card(step.turned, 463, 275 - up, 1.24, "")
  label(26, 690 - up, "caption bold", `${deal.title} · ${step.place}`)
  label(26, 714 - up, "caption", plainText(deal, step.text, ranks))
  step.findings.slice(0, 2).forEach((finding, at) => label(26, 738 - up + 22 * at, "caption", `! ${plainText(deal, finding.sentence, ranks)}`))
  const score = deal.sides.map((side, at) => `${side}: ${step.points[at] ?? 0}`).join(" · ")
  label(26, height - 14, "small", score)
  return new XMLSerializer().serializeToString(svg)
}
