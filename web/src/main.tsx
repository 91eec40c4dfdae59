import { watchNetwork } from './api/connection'
import { watchMissingCode } from './api/missing-code'
import { reportUncaughtErrors } from './api/report-error'
import { loadTexts } from './i18n/catalogs'
import { startingLocale } from './i18n/language-choice'
import { isAccepted, isSupported } from './portal/unsupported-browser/supported-browser'
import { extractAddressSecret } from './session/address-secrets'
import { prefetchHome } from './session/prefetch-home'
import { storeProviderReturn } from './session/provider-return'
import { isPublicPath } from './session/public-paths'
import { restoreSession, startSession } from './session/session'
import { signInAddress } from './session/sign-in-address'
import { applyColorScheme } from './ui/theme/color-scheme'

// No rendering code is imported here: the session is restored while that code is loading.
async function start(element: HTMLElement) {
  applyColorScheme()
  if (!isSupported(navigator) && !isAccepted(document.cookie)) await showBrowserWarning(element)
  extractAddressSecret()
  storeProviderReturn()
  reportUncaughtErrors()
  watchNetwork()
  watchMissingCode()
  startSession()
  const application = import('./application')
  // Preloads the texts beside the code; the application waits for them and reports a failure.
  loadTexts('home', startingLocale()).catch(() => {})
  const early = earlyScreens[location.pathname]?.()
    .then(({ startScreen }) => startScreen())
    .catch(() => undefined)
  // Without an answer the application opens all the same: it shows the error.
  const session = await restoreSession().catch(() => undefined)
  if (session?.at === 'signed-out' && !isPublicPath(location.pathname)) {
    location.replace(signInAddress(`${location.pathname}${location.search}`))
    return
  }
  if (session?.at === 'signed-in' && location.pathname === '/') prefetchHome()
  if (session?.at === 'signed-in') early?.then((ask) => ask?.())
  const { openApplicationIn } = await application
  await openApplicationIn(element)
}

/** Large screens, by path, whose code and data are fetched while the session is being restored. */
const earlyScreens: Record<string, () => Promise<{ startScreen(): () => Promise<void> }>> = {
  '/users': () => import('./users-early'),
  '/project-widgets': () => import('./widgets-early'),
}

const showBrowserWarning = async (element: HTMLElement) =>
  (await import('./portal/unsupported-browser/warn-about-browser')).warnAboutBrowser(element)

const root = document.getElementById('root')
if (root) start(root)
