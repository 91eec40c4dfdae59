// Runs before anything is drawn, as a small script of its own: a chosen theme must not flash in the other one, and a
// sign-in form that arrives drawn must not be sent by the browser itself before the page's code has taken it over.
import { applyColorScheme } from './ui/theme/color-scheme'

applyColorScheme()

document.addEventListener(
  'submit',
  (event) => {
    if (document.documentElement.dataset.ready !== undefined) return
    event.preventDefault()
    if (event.target instanceof HTMLFormElement) event.target.dataset.held = ''
  },
  { capture: true },
)
