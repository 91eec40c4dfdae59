import { createRoot } from 'react-dom/client'
import { reportUncaughtErrors } from './api/report-error'
import { isAccepted, isSupported } from './portal/unsupported-browser/supported-browser'
import { takeAddressSecret } from './session/address-secrets'
import { isOpenPath } from './session/open-paths'
import { holdProviderReturn } from './session/provider-return'
import { restoreSession, startSession } from './session/session'
import { signInAddress } from './session/sign-in-address'

async function start(element: HTMLElement) {
  if (!isSupported(navigator) && !isAccepted(document.cookie)) await warn(element)
  takeAddressSecret()
  holdProviderReturn()
  reportUncaughtErrors()
  startSession()
  const application = import('./application')
  // Without an answer the application opens all the same: it has the words for that.
  const session = await restoreSession().catch(() => undefined)
  if (session?.at === 'signed-out' && !isOpenPath(location.pathname)) {
    location.replace(signInAddress(`${location.pathname}${location.search}`))
    return
  }
  const { openApplication } = await application
  await openApplication(createRoot(element))
}

const warn = async (element: HTMLElement) =>
  (await import('./portal/unsupported-browser/warn-about-browser')).warnAboutBrowser(element)

const root = document.getElementById('root')
if (root) start(root)
