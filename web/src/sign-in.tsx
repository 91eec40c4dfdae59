import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { localeOf } from '@lintel/contract/settings/locales'
import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { isConnected, probe, watchNetwork } from './api/connection'
import { watchMissingCode } from './api/missing-code'
import { reportUncaughtErrors } from './api/report-error'
import { speakSignIn } from './i18n/sign-in-texts'
import { native } from './native/native'
import { guestLinkId } from './portal/guest/guest-entry'
import { fetchLaterParts, laterParts } from './portal/login/later-parts'
import { readEntry, withoutSecret } from './portal/login/login-entry'
import { LoginPage } from './portal/login/login-page'
import { fetchSignInFacts } from './portal/login/sign-in-facts'
import type { Arrival } from './portal/login/use-signing-in'
import { isAccepted, isSupported } from './portal/unsupported-browser/supported-browser'
import { storeOf } from './session/device'
import { startSession } from './session/session'
import { applyColorScheme } from './ui/theme/color-scheme'
import './ui/theme/theme.css'

/** While the person types, the application comes in behind; not at once, so that it does not delay the page itself. */
const loadAheadAfterMs = 1_000

const loadApplication = () => import('./application')

function loadAhead() {
  fetchLaterParts()
  loadApplication().catch(() => {})
}

async function start(element: HTMLElement) {
  applyColorScheme()
  // The warning shows the address whole, so that it can be opened in another browser.
  if (!isSupported(navigator) && !isAccepted(document.cookie)) await warn(element)
  const entry = readEntry(location.search)
  const guestLink = guestLinkId(location)
  // Before anything is asked of the server: a temporary password and a guest link's id are secrets (security S5, S12).
  history.replaceState(null, '', `${location.pathname}${guestLink === undefined ? withoutSecret(location.search) : ''}`)
  // What is drawn as soon as the page works is asked for before it does; most installations offer single sign-on.
  const isInBrowser = native().platform === 'web'
  const facts = fetchSignInFacts({ hostname: location.hostname, store: isInBrowser ? storeOf(navigator) : undefined })
  laterParts.singleSignOn().catch(() => {})
  reportUncaughtErrors()
  watchNetwork()
  watchMissingCode()
  startSession()
  await speakSignIn(localeOf(document.documentElement.lang) ?? 'en')
  const isFreshInstall = native().isFreshInstall()
  const link = guestLink === undefined ? undefined : await guestAuthenticator(guestLink)
  const page = (
    <StrictMode>
      <I18nProvider i18n={i18n}>
        <LoginPage
          entry={entry}
          facts={facts}
          link={link}
          isFreshInstall={isFreshInstall}
          onReady={takeOver}
          onArrived={enter}
        />
      </I18nProvider>
    </StrictMode>
  )
  // The drawing is taken over as it is, with what somebody has typed into it already: what an address adds to it comes
  // in later. Only the start screen is drawn anew.
  const isDrawn = element.hasChildNodes() && !isFreshInstall
  const view = isDrawn ? hydrateRoot(element, page) : createRoot(element)
  if (!isDrawn) view.render(page)
  setTimeout(loadAhead, loadAheadAfterMs)

  async function enter({ address, isStep }: Arrival) {
    const application = await loadApplication().catch(async (failure: unknown) => {
      await probe()
      if (!isConnected()) throw failure
    })
    // A newer build has replaced what this page would load: a new page has it.
    if (!application) return location.assign(address)
    // A step of the way in can be gone back from; the sign-in page of somebody who is in cannot.
    if (isStep) history.pushState(null, '', address)
    else history.replaceState(null, '', address)
    application.openApplication(view)
  }
}

const guestAuthenticator = async (id: string) =>
  (await import('./portal/guest/guest-authenticator')).guestAuthenticator(id)

const warn = async (element: HTMLElement) =>
  (await import('./portal/unsupported-browser/warn-about-browser')).warnAboutBrowser(element)

/** A form sent before the code was there (see `early.ts`) is sent now. */
function takeOver() {
  document.documentElement.dataset.ready = ''
  // The page says itself why a form that the browser posted signed nobody in.
  document.getElementById('sign-in-failure')?.remove()
  const held = document.querySelector<HTMLFormElement>('form[data-held]')
  held?.removeAttribute('data-held')
  held?.requestSubmit()
}

const root = document.getElementById('root')
if (root) start(root)
