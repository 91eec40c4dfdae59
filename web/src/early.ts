// Runs before the modules of a page, as a small script of its own: a sign-in form that arrives drawn must not be sent by
// the browser itself before the page's code has taken it over, and zod must not try out whether it may generate code (the
// policy forbids it and reports the try). The first paint needs neither.

// zod's own place for its configuration: `z.config()` would come too late for schemas of modules that load earlier.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

document.addEventListener(
  'submit',
  (event) => {
    if (document.documentElement.dataset.ready !== undefined) return
    event.preventDefault()
    if (event.target instanceof HTMLFormElement) event.target.dataset.held = ''
  },
  { capture: true },
)

/** The page's code cannot be had: from now on the browser posts its forms itself, first the one that was sent already. */
function sendHeldForm() {
  document.documentElement.dataset.ready = ''
  document.querySelector<HTMLFormElement>('form[data-held]')?.submit()
}

/** Between two questions whether the server can be reached again, in ms. */
const askAgainMs = 3_000

/** The code of a page that arrives empty does not come: says so where it would have been drawn, and begins anew when it can be had. */
function waitForNetwork() {
  const [waits, unreachable] = document.querySelectorAll<HTMLElement>('#arriving p')
  if (!waits || !unreachable?.hidden) return
  waits.hidden = true
  unreachable.hidden = false
  const ask = () => fetch(location.pathname, { method: 'HEAD', cache: 'no-store' }).then(() => location.reload())
  setInterval(() => ask().catch(() => {}), askAgainMs)
}

// Of an element that loads code, and of code that asks for more of it; once the application is drawn nothing is found any more.
addEventListener('error', ({ target }) => target instanceof HTMLScriptElement && waitForNetwork(), true)
addEventListener('vite:preloadError', waitForNetwork)
addEventListener('lintel:codelost', waitForNetwork)

/** The code that puts a drawn page to work; pages that arrive empty have none to wait for. */
const code = document.currentScript?.dataset.code

// A page that arrives drawn is seen before its code runs: that begins with the first paint, or at once when nobody looks
// or the browser does not tell of paints. A module begins once, however often it is asked for.
if (code !== undefined) {
  const begin = () => import(/* @vite-ignore */ code).catch(sendHeldForm)
  const tellsOfPaints = PerformanceObserver.supportedEntryTypes.includes('paint')
  if (document.hidden || !tellsOfPaints) begin()
  else new PerformanceObserver(begin).observe({ type: 'paint', buffered: true })
  document.addEventListener('visibilitychange', begin, { once: true })
}
