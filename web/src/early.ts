// Runs before anything is drawn, as a small script of its own: a chosen theme must not flash in the other one, a sign-in
// form that arrives drawn must not be sent by the browser itself before the page's code has taken it over, and zod must
// not try out whether it may generate code (the policy forbids it and reports the try).
import { applyColorScheme } from './ui/theme/color-scheme'

applyColorScheme()

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
