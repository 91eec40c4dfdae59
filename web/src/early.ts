// Runs before the modules of a page, as a small script of its own: the browser must not submit a prerendered sign-in form
// itself before the page's code is running, and zod must not probe whether it may generate code (the policy forbids that and
// reports the attempt). Not needed for the first paint.

// zod's global configuration: `z.config()` would come too late for schemas of modules that load earlier.
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

/** The page's code failed to load: from now on the browser submits forms itself, first the one that is waiting. */
function sendStoredForm() {
  document.documentElement.dataset.ready = ''
  document.querySelector<HTMLFormElement>('form[data-held]')?.submit()
}

/** Interval at which the server is polled while it is unreachable, in ms. */
const retryMs = 3_000

/**
 * The code of a page without prerendered content failed to load: shows a message in its place and reloads when the
 * server answers.
 */
function waitForNetwork() {
  const [loading, unreachable] = document.querySelectorAll<HTMLElement>('#arriving p')
  if (!loading || !unreachable?.hidden) return
  loading.hidden = true
  unreachable.hidden = false
  const probe = () => fetch(location.pathname, { method: 'HEAD', cache: 'no-store' }).then(() => location.reload())
  setInterval(() => probe().catch(() => {}), retryMs)
}

// Errors of script elements and of lazy imports. Once the application is rendered, the placeholder is gone and this does
// nothing.
addEventListener('error', ({ target }) => target instanceof HTMLScriptElement && waitForNetwork(), true)
addEventListener('vite:preloadError', waitForNetwork)
addEventListener('lintel:codelost', waitForNetwork)

/** The entry module of a prerendered page; other pages have none here. */
const code = document.currentScript?.dataset.code

// A prerendered page is visible before its code runs: the code starts with the first paint, or at once when the page is hidden
// or the browser does not report paints. A module runs once, however often it is imported.
if (code !== undefined) {
  const begin = () => import(/* @vite-ignore */ code).catch(sendStoredForm)
  const reportsPaints = PerformanceObserver.supportedEntryTypes.includes('paint')
  if (document.hidden || !reportsPaints) begin()
  else new PerformanceObserver(begin).observe({ type: 'paint', buffered: true })
  document.addEventListener('visibilitychange', begin, { once: true })
}
