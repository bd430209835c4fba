// The whole deal on paper.

/** The sheet: hands by suit, auction, tricks, what was broken, settlement. */
function sheet(deal, ranks) {
  const words = deal.words
  const page = element("main", "sheet")
  page.append(element("h1", "", `${words.deal} ${deal.title}`))
  const facts = element("p")
  deal.facts.forEach((fact, number) => {
    if (number) facts.append(" · ")
    facts.append(fact.wrong ? "! " : `${fact.label}: `, say(element("b"), deal, fact.value, ranks))
  })
  page.append(facts)
  const first = deal.steps.find(step => step.kind === "play") ?? deal.steps.at(-1)
  const hands = element("table")
  headed(hands, ["", ...deal.names])
  const rows = hands.createTBody()
  for (const suit of deal.suits) {
    const row = rows.insertRow()
    rowHead(row, "").append(say(element("span"), deal, [{ suit }], ranks))
    deal.names.forEach((_, seat) => {
      const cards = sorted(deal, held(first.hands[seat] ?? 0)).filter(card => card >> 3 === suit)
      row.append(element("td", "", cards.map(card => ranks[card & 7]).join(" ") || "–"))
    })
  }
  page.append(element("h2", "", words.hands), hands)
  const calls = deal.steps.filter(step => ["call", "exchange", "declaration", "belote"].includes(step.kind))
  if (calls.length) {
    const line = element("p")
    calls.forEach((step, number) => {
      if (number) line.append(" · ")
      line.append(say(element("span", step.findings.length ? "wrong" : ""), deal, step.text, ranks))
      if (step.findings.length) line.append(" !")
    })
    page.append(element("h2", "", words.auction), line)
  }
  if (deal.tricks.length) {
    const tricks = element("table")
    headed(tricks, [words.trick, ...deal.names])
    const body = tricks.createTBody()
    deal.tricks.forEach((trick, number) => {
      const row = body.insertRow()
      rowHead(row, String(number + 1))
      const cells = deal.names.map(() => row.insertCell())
      trick.plays.forEach((index, turn) => {
        const step = deal.steps[index]
        const cell = cells[step.seat]
        if (!cell) return
        if (turn === 0) cell.append("▸ ")
        cell.append(cardName(deal, step.card, ranks))
        if (step.findings.length) cell.append(" !")
        if (step.seat === trick.winner) cell.className = "took"
      })
    })
    page.append(element("h2", "", words.plays), tricks, element("p", "hint", words.list_hint))
  }
  const found = deal.steps.flatMap(step => step.findings.map(finding => [step, finding]))
  page.append(element("h2", "", words.faults))
  if (!found.length) page.append(element("p", "", words.no_faults))
  for (const [step, finding] of found) {
    const line = element("p")
    line.append(element("b", "", `${step.place} · ${finding.title}: `), say(element("span"), deal, finding.sentence, ranks),
      ` [${[finding.clause, finding.code].filter(Boolean).join(" · ")}]`)
    page.append(line)
  }
  if (deal.settlement.length) page.append(element("h2", "", words.end), settlementTable(deal))
  for (const each of deal.open) page.append(element("p", "hint", `${words.open_parts}: ${each.part} (${each.reason})`))
  return page
}

const SHEET_STYLE = `
body{margin:1.4cm;font:10.5pt/1.35 system-ui,sans-serif;color:#000;background:#fff}
h1{font-size:15pt;margin:0 0 .3em}h2{font-size:11.5pt;margin:.9em 0 .25em}p{margin:.2em 0}
table{border-collapse:collapse}th,td{border:.5pt solid #999;padding:.12em .6em;text-align:left;font-weight:400}
thead th{font-weight:600}.took{text-decoration:underline;text-underline-offset:3px}.hint{color:#444;font-size:9pt}
.pip{width:.8em;height:.8em;vertical-align:-.06em}.ink{fill:currentColor}.s1,.s2{color:#b00}.kind{font-weight:600}
.settlement td{text-align:right}.four .s0{color:#0b6b2e}.four .s1{color:#0a55b5}
.sr{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}h2,tr,p{break-inside:avoid}h2{break-after:avoid}`

/** Prints the sheet from a frame of its own, so that nothing else of the page is printed. */
function printSheet(deal, ranks, four) {
  for (const old of document.querySelectorAll("iframe[data-sheet]")) old.remove()
  const frame = element("iframe")
  frame.dataset.sheet = ""
  frame.title = deal.words.print
  frame.width = frame.height = "0"
  frame.hidden = false
  frame.style.cssText = "position:fixed;border:0;right:0;bottom:0;visibility:hidden"
  document.body.append(frame)
  const inside = frame.contentDocument
  const style = new frame.contentWindow.CSSStyleSheet()
  style.replaceSync(SHEET_STYLE)
  inside.adoptedStyleSheets = [style]
  inside.documentElement.lang = deal.language
  inside.title = deal.title
  inside.body.className = four ? "four" : ""
  inside.body.append(inside.adoptNode(sheet(deal, ranks)))
  frame.contentWindow.addEventListener("afterprint", () => setTimeout(() => frame.remove()))
  frame.contentWindow.print()
}
