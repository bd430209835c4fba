// What whoever looks has chosen, kept in the browser: the cards' letters, four colours, the speed, light or dark.

const STORED = "rebelote.viewer"

function stored() {
  try {
    return JSON.parse(window.localStorage.getItem(STORED)) ?? {}
  } catch {
    return {}
  }
}

function store(settings) {
  try {
    window.localStorage.setItem(STORED, JSON.stringify(settings))
  } catch {
    // A page without storage forgets its settings.
  }
}

/** The settings of a deal's viewer: what was chosen before, where there still is such a choice. */
function settingsFor(deal) {
  const settings = { index: deal.index, four: false, speed: 1, ...stored() }
  if (!deal.indices.some(each => each.code === settings.index)) settings.index = deal.index
  return settings
}

/** What the menu of settings holds. */
function settingsMenu(stage) {
  const { deal, outside, root, settings, words } = stage
  const index = choice(words.indices, deal.indices.map(each => [each.code, each.name]), settings.index, value => {
    settings.index = value
    store(settings)
    for (const node of root.querySelectorAll("text[data-rank]")) setIndex(node, stage.ranks())
    for (const node of root.querySelectorAll("span[data-rank]")) node.textContent = stage.ranks()[Number(node.dataset.rank)]
    stage.redraw()
  })
  index.dataset.choose = "index"
  const four = element("input")
  four.type = "checkbox"
  four.dataset.choose = "four"
  four.checked = settings.four
  four.onchange = () => {
    settings.four = four.checked
    store(settings)
    root.classList.toggle("four", settings.four)
  }
  const rows = [labelled(words.indices, index), labelled(words.four_colours, four)]
  if (outside.theme) {
    const themes = [["auto", words.theme_auto], ["light", words.theme_light], ["dark", words.theme_dark]]
    const theme = choice(words.theme, themes, settings.theme ?? "auto", value => {
      settings.theme = value
      store(settings)
      outside.theme(value)
    })
    theme.dataset.choose = "theme"
    rows.push(labelled(words.theme, theme))
  }
  return rows
}
