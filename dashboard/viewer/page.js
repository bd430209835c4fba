// The viewer as a page of its own: the deal stands in the page, the step behind the # of the address.

// The other deals of the match, where their pages lie beside this one; a copy that is saved may lie elsewhere.
const neighbours = document.getElementById("beside")
const beside = neighbours ? JSON.parse(neighbours.textContent) : {}
neighbours?.remove()
const source = `<!doctype html>\n${document.documentElement.outerHTML}\n`
const deal = JSON.parse(document.getElementById("deal").textContent)
const root = document.querySelector('[data-part="viewer"]')
const system = window.matchMedia("(prefers-color-scheme: dark)")

function theme(chosen) {
  const dark = chosen === "dark" || (chosen !== "light" && system.matches)
  document.documentElement.classList.toggle("dark", dark)
  root.classList.toggle("dark", dark)
}

function asked() {
  const given = new URLSearchParams(window.location.hash.slice(1)).get("step") ?? new URLSearchParams(window.location.search).get("step")
  return given !== null && /^\d+$/.test(given) ? Number(given) : deal.start
}

theme(stored().theme ?? "auto")
system.addEventListener("change", () => theme(stored().theme ?? "auto"))
const at = step => {
  const url = new URL(window.location.href)
  url.hash = `step=${step}`
  return url.href
}
const view = mount(root, deal, asked(), {
  theme,
  page: () => source,
  link: at,
  ...(neighbours ? {
    address: address => beside[address],
    open: address => window.location.assign(beside[address]),
    neighbours: true,
    openMatch: true,
  } : {}),
  moved: onceStill(step => window.history.replaceState(null, "", `#step=${step}`)),
})
window.addEventListener("hashchange", () => view.go(asked()))
