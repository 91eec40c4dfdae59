import { createRoot } from 'react-dom/client'
import { reportUncaughtErrors } from './api/report-error'
import { takeAddressSecret } from './session/address-secrets'
import { isOpenPath } from './session/open-paths'
import { restoreSession, startSession } from './session/session'
import { signInAddress } from './session/sign-in-address'

async function start(element: HTMLElement) {
  takeAddressSecret()
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

const root = document.getElementById('root')
if (root) start(root)
