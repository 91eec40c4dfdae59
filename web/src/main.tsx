import { watchNetwork } from './api/connection'
import { watchMissingCode } from './api/missing-code'
import { reportUncaughtErrors } from './api/report-error'
import { loadTexts } from './i18n/catalogs'
import { startingLocale } from './i18n/language-choice'
import { isAccepted, isSupported } from './portal/unsupported-browser/supported-browser'
import { takeAddressSecret } from './session/address-secrets'
import { askHomeEarly } from './session/early-home'
import { isOpenPath } from './session/open-paths'
import { holdProviderReturn } from './session/provider-return'
import { restoreSession, startSession } from './session/session'
import { signInAddress } from './session/sign-in-address'
import { applyColorScheme } from './ui/theme/color-scheme'

// Nothing that draws is imported here: who is there is asked while the code that draws is on its way.
async function start(element: HTMLElement) {
  applyColorScheme()
  if (!isSupported(navigator) && !isAccepted(document.cookie)) await warn(element)
  takeAddressSecret()
  holdProviderReturn()
  reportUncaughtErrors()
  watchNetwork()
  watchMissingCode()
  startSession()
  const application = import('./application')
  // What they read, beside the code; the application waits for it, and tells when it could not be had.
  loadTexts('home', startingLocale()).catch(() => {})
  const asking = beginnings[location.pathname]?.()
    .then(({ beginScreen }) => beginScreen())
    .catch(() => undefined)
  // Without an answer the application opens all the same: it has the words for that.
  const session = await restoreSession().catch(() => undefined)
  if (session?.at === 'signed-out' && !isOpenPath(location.pathname)) {
    location.replace(signInAddress(`${location.pathname}${location.search}`))
    return
  }
  if (session?.at === 'signed-in' && location.pathname === '/') askHomeEarly()
  if (session?.at === 'signed-in') asking?.then((ask) => ask?.())
  const { openApplicationIn } = await application
  await openApplicationIn(element)
}

/** Large screens whose code and contents are fetched while it is asked who is there, by their paths. */
const beginnings: Record<string, () => Promise<{ beginScreen(): () => Promise<void> }>> = {
  '/users': () => import('./users-early'),
  '/project-widgets': () => import('./widgets-early'),
}

const warn = async (element: HTMLElement) =>
  (await import('./portal/unsupported-browser/warn-about-browser')).warnAboutBrowser(element)

const root = document.getElementById('root')
if (root) start(root)
