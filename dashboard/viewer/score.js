// How it stands: tricks and points of each side so far, the total before the deal, and the last trick.

function showScore({ deal, part, words }, step) {
  const grid = element("table")
  grid.append(element("caption", "sr", words.score))
  const here = deal.match.findIndex(row => row.address === deal.address)
  const before = here > 0 ? deal.match[here - 1].totals : null
  headed(grid, [words.side, words.tricks, words.points, ...(before ? [words.total] : [])])
  const body = grid.createTBody()
  deal.sides.forEach((side, index) => {
    const row = body.insertRow()
    rowHead(row, side)
    const values = [step.tricks[index], step.points[index], ...(before ? [before[index]] : [])]
    for (const value of values) row.append(element("td", "", String(value ?? 0)))
  })
  part("score").replaceChildren(grid)
}

function showLast({ at, deal, part, ranks, words }) {
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
