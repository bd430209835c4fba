// Buttons, choices and menus: those that step through the deal, and where they lead.

const ICONS = {
  first: "M4 4h2.5v16H4zM20 4v16L8 12z",
  back: "M17 4v16L5 12z",
  forward: "M7 4v16l12-8z",
  last: "M17.5 4H20v16h-2.5zM4 4v16l12-8z",
  play: "M8 5v14l11-7z",
  pause: "M6 5h4v14H6zM14 5h4v14h-4z",
  fault: "M12 2 23 21H1zM11 9v6h2V9zm0 7.5V19h2v-2.5z",
  decision: "M11 2h2v6.6l6.7 6.7-1.4 1.4L13 11.4V22h-2V11.4l-5.3 5.3-1.4-1.4L11 8.6z",
}
const SPEEDS = [0.5, 1, 2, 4]

function icon(name) {
  const svg = drawing("svg", { viewBox: "0 0 24 24", "aria-hidden": "true", class: "icon" })
  svg.append(drawing("path", { d: ICONS[name] }))
  return svg
}

function button(name, label, action, caption) {
  const node = element("button")
  node.type = "button"
  node.dataset.go = name
  node.title = label
  node.setAttribute("aria-label", label)
  node.append(icon(name))
  if (caption) node.append(element("span", "", caption))
  node.onclick = action
  return node
}

function choice(label, options, value, change) {
  const select = element("select")
  select.setAttribute("aria-label", label)
  select.title = label
  for (const [key, name] of options) {
    const option = element("option", "", name)
    option.value = String(key)
    select.append(option)
  }
  select.value = String(value)
  select.onchange = () => change(select.value)
  return select
}

function labelled(label, control) {
  const node = element("label")
  node.append(element("span", "", label), control)
  return node
}

function menu(label, contents) {
  const box = element("details", "menu")
  box.append(element("summary", "", label))
  const inside = element("div", "inside")
  inside.append(...contents)
  box.append(inside)
  box.addEventListener("keydown", event => {
    if (event.key !== "Escape" || !box.open) return
    box.open = false
    box.firstChild.focus()
    event.stopPropagation()
  })
  box.addEventListener("focusout", event => {
    if (event.relatedTarget && !box.contains(event.relatedTarget)) box.open = false
  })
  return box
}

/** Where one may go from a step: to the next broken rule, the next decision, the deals beside this one. */
function ways(stage) {
  const { deal, outside } = stage
  const where = test => deal.steps.map((step, index) => (test(step) ? index : -1)).filter(index => index >= 0)
  const faults = where(step => step.findings.length > 0)
  const decisions = where(step => step.decision)
  const toNext = list => list.length && stage.go(list.find(index => index > stage.at) ?? list[0])
  const here = deal.match.findIndex(row => row.address === deal.address)
  const beside = by => (here >= 0 ? deal.match[here + by]?.address : undefined)
  const open = address => address !== undefined && outside.open?.(address)
  return {
    faults, decisions, beside,
    nextFault: () => toNext(faults),
    nextDecision: () => toNext(decisions),
    dealBefore: () => open(beside(-1)),
    dealAfter: () => open(beside(1)),
  }
}

/** Builds the controls under the table; `show()` follows the step, `play(on)` plays by itself or pauses. */
function controls(stage, way) {
  const { deal, last, outside, settings, words } = stage
  let playing = null
  const slider = element("input")
  slider.type = "range"
  slider.min = "0"
  slider.max = String(last)
  slider.setAttribute("aria-label", words.step)
  slider.oninput = () => stage.go(Number(slider.value))
  const count = element("span", "at")
  const steps = {
    first: button("first", words.first, () => stage.go(0)),
    back: button("back", words.back, () => stage.go(stage.at - 1)),
    play: button("play", words.play, () => play(playing === null)),
    forward: button("forward", words.forward, () => stage.go(stage.at + 1)),
    last: button("last", words.last, () => stage.go(last)),
  }
  const speed = choice(words.speed, SPEEDS.map(each => [each, `${each}×`]), settings.speed, value => {
    settings.speed = Number(value)
    store(settings)
    if (playing !== null) play(true)
  })
  stage.part("controls").replaceChildren(...Object.values(steps), speed, count, slider)

  const options = stage.part("options")
  options.replaceChildren()
  if (outside.neighbours) {
    for (const [by, name, label] of [[-1, "before", words.deal_before], [1, "after", words.deal_after]]) {
      const address = way.beside(by)
      if (address === undefined) continue
      const link = element("a", "", label)
      link.dataset.go = name
      link.href = outside.address(address)
      options.append(link)
    }
  }
  if (way.faults.length) options.append(button("fault", words.next_fault_hint, way.nextFault, words.next_fault))
  if (way.decisions.length) options.append(button("decision", words.next_decision_hint, way.nextDecision, words.next_decision))
  const hands = [["open", words.hands_open], ["closed", words.hands_closed]]
  deal.names.forEach((name, seat) => hands.push([seat, words.seen_by.replace("{who}", () => name)]))
  const hidden = choice(words.hands, hands, stage.view, value => {
    stage.view = value
    stage.show()
  })
  hidden.dataset.choose = "hands"
  options.append(hidden, menu(words.settings, settingsMenu(stage)), menu(words.share, shareMenu(stage)))

  function play(on) {
    clearInterval(playing)
    playing = null
    if (on) {
      if (stage.at === last) stage.go(0)
      playing = setInterval(() => stage.go(stage.at + 1), 1000 / settings.speed)
    }
    const name = on ? "pause" : "play"
    steps.play.replaceChildren(icon(name))
    steps.play.title = words[name]
    steps.play.setAttribute("aria-label", words[name])
    steps.play.dataset.playing = String(on)
  }

  function show() {
    const { at } = stage
    slider.value = String(at)
    slider.setAttribute("aria-valuetext", `${deal.steps[at].place}: ${spokenText(deal, deal.steps[at].text)}`)
    count.textContent = `${at} / ${last}`
    steps.first.disabled = steps.back.disabled = at === 0
    steps.last.disabled = steps.forward.disabled = at === last
    if (at === last && playing !== null) play(false)
  }

  return { show, play, slider, toggle: () => play(playing === null), stop: () => clearInterval(playing) }
}
