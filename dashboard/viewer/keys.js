// The keyboard: arrows and letters step through the deal wherever nothing else wants them.

/** What a key that is pressed does, as a listener. */
function keysFor(stage, way, bar) {
  const { deal, last } = stage
  const actions = {
    ArrowRight: () => stage.go(stage.at + 1), ArrowLeft: () => stage.go(stage.at - 1),
    Home: () => stage.go(0), End: () => stage.go(last),
    v: way.nextFault, d: way.nextDecision, p: way.dealBefore, n: way.dealAfter, " ": bar.toggle,
  }
  deal.tricks.forEach((trick, number) => {
    actions[String(number + 1)] = () => stage.go(trick.plays[0])
  })
  return event => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return
    // The keys belong to whatever is being typed in, chosen from, or dragged.
    const target = event.composedPath()[0]
    const typing = "input, textarea, select, [contenteditable], [role=combobox], [role=listbox], [role=slider]"
    if (target !== bar.slider && target.closest?.(typing)) return
    // A space presses the button that has the focus.
    if (event.key === " " && target.closest?.("button, summary, a")) return
    const action = actions[event.key.length === 1 ? event.key.toLowerCase() : event.key]
    if (!action) return
    event.preventDefault()
    action()
  }
}
