// The viewer inside the dashboard: the deal comes from Python, the address follows the step.

function linkTo(deal, step) {
  const url = new URL(window.location.href)
  url.searchParams.set("deal", deal.address)
  url.searchParams.set("step", String(step))
  url.searchParams.delete("fault")
  return url.href
}

// The step in the address, so that a link opens this deal at this card.
function rememberStep(address) {
  return onceStill(at => {
    const url = new URL(window.location.href)
    if (url.searchParams.get("deal") !== null && url.searchParams.get("deal") !== address) return
    url.searchParams.set("deal", address)
    url.searchParams.set("step", String(at))
    url.searchParams.delete("fault")
    window.history.replaceState(window.history.state, "", url)
  })
}

function isDark(root) {
  const channel = getComputedStyle(root).color.match(/[\d.]+/g)?.map(Number) ?? [0, 0, 0]
  return channel[0] * 0.3 + channel[1] * 0.6 + channel[2] * 0.1 > 140
}

const mounted = new WeakMap()

export default function (component) {
  const { data, parentElement, setTriggerValue } = component
  const root = parentElement.querySelector('[data-part="viewer"]')
  if (!root || !data) return
  root.classList.toggle("dark", isDark(root))
  const { deal, page } = data
  const text = JSON.stringify(deal)
  const before = mounted.get(parentElement)
  if (before?.text !== text) {
    before?.view.destroy()
    // A deal that is in no store has no address.
    const outside = data.linked ? {
      moved: rememberStep(deal.address),
      address: address => `?deal=${encodeURIComponent(address)}`,
      open: address => setTriggerValue("deal", address),
      link: step => linkTo(deal, step),
    } : {}
    outside.page = () => page
    mounted.set(parentElement, { text, view: mount(root, deal, deal.start, outside) })
  }
  return () => {
    mounted.get(parentElement)?.view.destroy()
    mounted.delete(parentElement)
  }
}
