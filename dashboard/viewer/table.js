// Steps through one deal in the browser: what is shown is built once, and each part of it follows the step.

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

// Below: the score of the match, and what was not judged.
function showBelow({ deal, outside, part, ranks, words }) {
  const below = part("below")
  below.replaceChildren()
  if (deal.match.length) below.append(matchTable(deal, ranks(), outside))
  if (!deal.open.length) return
  const box = element("details", "panel")
  box.append(element("summary", "", `${words.open_parts} (${deal.open.length})`))
  const items = element("ul")
  for (const each of deal.open) items.append(element("li", "", `${each.part}: ${each.reason}`))
  box.append(items)
  below.append(box)
}

function showFacts({ deal, part, text }) {
  part("facts").replaceChildren(...deal.facts.map(fact => {
    const node = element("span", fact.wrong ? "fact wrong" : "fact")
    node.append(element("span", "", fact.label), text("b", "", fact.value))
    return node
  }))
}

/** Builds the viewer of one deal inside root and shows a step.
 *
 * outside: `moved(step)` when another step is shown, `address(deal)` for the link to another deal of the match and
 * `open(deal)` to go there, `neighbours` where links to the deals before and after are wanted here, `page()` for the
 * deal as a page of its own, `link(step)` for its address, `theme(name)` to change it; each may be missing.
 */
function mount(root, deal, start, outside = {}) {
  const settings = settingsFor(deal)
  const last = deal.steps.length - 1
  const ranks = () => deal.indices.find(each => each.code === settings.index).ranks
  const stage = {
    root, deal, outside, settings, last, ranks, go, show,
    words: deal.words,
    where: places(deal),
    at: -1,
    view: "open",
    part: name => root.querySelector(`[data-part="${name}"]`),
    text: (tag, className, parts) => say(element(tag, className), deal, parts, ranks()),
    redraw: () => {
      middle.forget()
      show()
    },
  }
  root.setAttribute("aria-label", `${deal.words.deal} ${deal.title}`)
  root.lang = deal.language
  root.classList.toggle("four", settings.four)
  dress(root.getRootNode())

  showFacts(stage)
  const seats = seatsAround(stage)
  const middle = centre(stage)
  const way = ways(stage)
  const bar = controls(stage, way)
  const list = playList(stage)
  showBelow(stage)

  function show() {
    const step = deal.steps[stage.at]
    seats.show(step)
    middle.show(step)
    showCaption(stage, step)
    showScore(stage, step)
    showLast(stage)
  }

  function go(to) {
    const next = Math.max(0, Math.min(last, to))
    if (!Number.isFinite(next) || next === stage.at) return
    list.mark(stage.at, next)
    stage.at = next
    show()
    bar.show()
    root.dataset.at = String(next)
    outside.moved?.(next)
  }

  const keys = keysFor(stage, way, bar)
  document.addEventListener("keydown", keys)
  go(Number.isFinite(start) ? start : 0)
  return {
    go,
    destroy: () => {
      bar.stop()
      document.removeEventListener("keydown", keys)
    },
  }
}
