// What is said of a step under the table: what happened, what was allowed, notes, and every broken rule.

function findingBox(deal, finding, ranks) {
  const words = deal.words
  const box = element("div", `finding ${finding.severity}${finding.unsettled ? " unsettled" : ""}`)
  box.setAttribute("role", "note")
  const title = element("div", "title")
  title.append(finding.title, " ", element("span", "kind", finding.kind))
  box.append(title, say(element("div"), deal, finding.sentence, ranks))
  if (finding.allowed) {
    const line = element("div", "alternatives", `${words.could} `)
    held(finding.allowed).forEach((card, index) => {
      if (index) line.append(" ")
      line.append(cardName(deal, card, ranks))
    })
    box.append(line)
  }
  box.append(element("div", "clause", [finding.clause, finding.code].filter(Boolean).join(" · ")))
  if (finding.says.length) {
    const more = element("details", "says")
    more.append(element("summary", "", words.says))
    for (const text of finding.says) {
      more.append(element("p", "", text))
    }
    box.append(more)
  }
  return box
}

/** Shows what is said of a step; at the end the settlement lies on the empty table, else below. */
function showCaption(stage, step) {
  const { deal, text, words } = stage
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
  for (const finding of step.findings) nodes.push(findingBox(deal, finding, stage.ranks()))
  const ended = step.kind === "settlement" && deal.settlement.length > 0
  const empty = ended && !step.hands.some(mask => mask) && !step.hidden.some(count => count)
  const table = stage.part("table")
  table.querySelector(".ledger")?.remove()
  table.classList.toggle("settled", empty)
  if (empty) {
    const ledger = element("div", "ledger")
    ledger.append(settlementTable(deal))
    table.append(ledger)
  } else if (ended) nodes.push(settlementTable(deal))
  stage.part("caption").replaceChildren(...nodes)
}
