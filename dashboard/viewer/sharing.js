// Sharing a deal: its record, a link, the page, a picture, a sheet.

/** An action that is done once nothing asked for it for a moment: browsers count how often an address changes. */
function onceStill(action) {
  let waiting = null
  return (...given) => {
    clearTimeout(waiting)
    waiting = setTimeout(() => action(...given), 150)
  }
}

function fileName(deal, step, kind) {
  const name = deal.title.replace(/[^\p{L}\p{N}._-]+/gu, "-").replace(/^[-.]+|[-.]+$/g, "") || "deal"
  return `${name}${step === null ? "" : `-${step}`}.${kind}`
}

async function copy(text, said, words) {
  try {
    await navigator.clipboard.writeText(text)
    said.textContent = words.copied
  } catch {
    // Where the page may not write to the clipboard, the text is shown, chosen, to copy by hand.
    const box = element("textarea")
    box.readOnly = true
    box.value = text
    box.setAttribute("aria-label", words.copy_this)
    said.replaceChildren(words.copy_this, box)
    box.focus()
    box.select()
  }
}

function save(name, content, type, said, words) {
  const link = element("a")
  link.download = name
  link.href = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }))
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
  said.textContent = `${words.saved}: ${name}`
}

/** What the menu of sharing holds. */
function shareMenu(stage) {
  const { deal, outside, ranks, settings, words } = stage
  const said = element("span", "done")
  said.setAttribute("role", "status")
  const picture = () => positionSvg({ deal, step: deal.steps[stage.at], ranks: ranks(), four: settings.four, view: stage.view })
  const named = kind => fileName(deal, stage.at, kind)
  const savePage = () => save(fileName(deal, null, "html"), outside.page(), "text/html", said, words)
  const actions = [
    ["copy-record", words.copy_record, () => copy(deal.record, said, words)],
    ...(outside.link ? [["copy-link", words.copy_link, () => copy(outside.link(stage.at), said, words)]] : []),
    ...(outside.page ? [["save-page", words.save_page, savePage]] : []),
    ["save-svg", words.save_svg, () => save(named("svg"), picture(), "image/svg+xml", said, words)],
    ["save-png", words.save_png, () => savePng(named("png"), picture(), said, words)],
    ["print", words.print, () => printSheet(deal, ranks(), settings.four)],
  ]
  return [...actions.map(([name, label, action]) => {
    const node = element("button", "", label)
    node.type = "button"
    node.dataset.share = name
    node.onclick = action
    return node
  }), said]
}
