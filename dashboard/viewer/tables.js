// Tables: the settlement, what was recorded beside what follows from the rules; and the score of the match.

function headed(grid, titles) {
  const row = grid.createTHead().insertRow()
  for (const title of titles) {
    const cell = element("th", "", title)
    cell.scope = "col"
    row.append(cell)
  }
}

function rowHead(row, text) {
  const cell = element("th", "", text)
  cell.scope = "row"
  row.append(cell)
  return cell
}

function settlementTable(deal) {
  const words = deal.words
  const grid = element("table", "settlement")
  grid.append(element("caption", "sr", words.end))
  const recorded = deal.settlement.some(row => row.recorded)
  const groups = recorded ? [words.computed, words.recorded] : [words.computed]
  const head = grid.createTHead()
  const above = head.insertRow()
  const line = element("th", "", words.line)
  line.scope = "col"
  line.rowSpan = 2
  above.append(line)
  const sides = head.insertRow()
  for (const group of groups) {
    const cell = element("th", "group", group)
    cell.scope = "colgroup"
    cell.colSpan = deal.sides.length
    above.append(cell)
    deal.sides.forEach((side, number) => {
      const own = element("th", number ? "" : "group", side)
      own.scope = "col"
      sides.append(own)
    })
  }
  const body = grid.createTBody()
  const cells = (row, values) => deal.sides.forEach((_, side) => {
    row.append(element("td", side ? "" : "group", values ? values[side] : "·"))
  })
  for (const each of deal.settlement) {
    const row = body.insertRow()
    const title = rowHead(row, each.label)
    if (each.differs) {
      row.className = "differs"
      title.append(" ", element("span", "kind", `≠ ${words.differs}`))
    }
    cells(row, each.computed)
    if (!recorded) continue
    if (each.recorded && each.whole) {
      const cell = element("td", "group", each.recorded.join(", "))
      cell.colSpan = deal.sides.length
      row.append(cell)
    } else cells(row, each.recorded)
  }
  const scroll = element("div", "scroll")
  scroll.tabIndex = 0
  scroll.setAttribute("role", "group")
  scroll.setAttribute("aria-label", words.end)
  scroll.append(grid)
  return scroll
}

function matchTable(deal, ranks, outside) {
  const words = deal.words
  const box = element("details", "panel match")
  box.open = Boolean(outside.openMatch)
  box.append(element("summary", "", `${words.match} (${deal.match.length})`))
  const grid = element("table")
  grid.append(element("caption", "sr", words.match))
  headed(grid, [words.deal, words.contract, words.taker, words.outcome, ...deal.sides.map(side => `${words.score} · ${side}`),
    ...deal.sides.map(side => `${words.total} · ${side}`), words.faults])
  const body = grid.createTBody()
  for (const each of deal.match) {
    const row = body.insertRow()
    const name = rowHead(row, "")
    const there = outside.address?.(each.address)
    if (there) {
      const link = element("a", "", String(each.number))
      link.href = there
      link.onclick = event => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        outside.open(each.address)
      }
      name.append(link)
    } else name.append(String(each.number))
    if (each.address === deal.address) {
      row.className = "here"
      row.setAttribute("aria-current", "true")
    }
    row.append(say(element("td"), deal, each.contract, ranks), element("td", "", deal.names[each.taker] ?? ""),
      element("td", "", each.outcome))
    for (const values of [each.score, each.totals]) {
      deal.sides.forEach((_, side) => row.append(element("td", "number", values ? String(values[side]) : "·")))
    }
    row.append(element("td", each.faults ? "number wrong" : "number", each.faults ? `! ${each.faults}` : "0"))
  }
  const scroll = element("div", "scroll")
  scroll.tabIndex = 0
  scroll.setAttribute("role", "group")
  scroll.setAttribute("aria-label", words.match)
  scroll.append(grid)
  box.append(scroll)
  return box
}
