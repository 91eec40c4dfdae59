import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { localeOf } from '@lintel/contract/settings/locales'
import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { isConnected, probe, watchNetwork } from './api/connection'
import { watchMissingCode } from './api/missing-code'
import { reportUncaughtErrors } from './api/report-error'
import { activateSignInLocale } from './i18n/sign-in-texts'
import { native } from './native/native'
import { guestLinkId } from './portal/guest/guest-link-id'
import { lazySections, preloadOfflineSections } from './portal/login/lazy-sections'
import { parseLoginEntry, stripSecret } from './portal/login/login-entry'
import { LoginPage } from './portal/login/login-page'
import { fetchSignInConfig } from './portal/login/sign-in-config'
import type { SignInDestination } from './portal/login/use-sign-in'
import { isAccepted, isSupported } from './portal/unsupported-browser/supported-browser'
import { storeOf } from './session/device'
import { startSession } from './session/session'
import { applyColorScheme } from './ui/theme/color-scheme'
import './ui/theme/theme.css'

/** The application is preloaded while the person types; delayed, so that it does not slow down the page itself. */
const preloadDelayMs = 1_000

const loadApplication = () => import('./application')

function preloadApplication() {
  preloadOfflineSections()
  loadApplication().catch(() => {})
}

async function start(element: HTMLElement) {
  applyColorScheme()
  // The warning shows the full address, so that it can be opened in another browser.
  if (!isSupported(navigator) && !isAccepted(document.cookie)) await showBrowserWarning(element)
  const entry = parseLoginEntry(location.search)
  const guestLink = guestLinkId(location)
  // Before any request: a temporary password and a guest link's id are secrets (security S5, S12).
  history.replaceState(null, '', `${location.pathname}${guestLink === undefined ? stripSecret(location.search) : ''}`)
  // Data that the page needs as soon as it is interactive is requested before; most installations offer single sign-on.
  const isInBrowser = native().platform === 'web'
  const config = fetchSignInConfig({ hostname: location.hostname, store: isInBrowser ? storeOf(navigator) : undefined })
  lazySections.singleSignOn().catch(() => {})
  reportUncaughtErrors()
  watchNetwork()
  watchMissingCode()
  startSession()
  if (entry.hasStarted) native().noteStarted()
  await activateSignInLocale(localeOf(document.documentElement.lang) ?? 'en')
  const isFreshInstall = native().isFreshInstall()
  const link = guestLink === undefined ? undefined : await guestAuthenticator(guestLink)
  const page = (
    <StrictMode>
      <I18nProvider i18n={i18n}>
        <LoginPage
          entry={entry}
          config={config}
          link={link}
          isFreshInstall={isFreshInstall}
          onReady={markPageReady}
          onComplete={enterApplication}
        />
      </I18nProvider>
    </StrictMode>
  )
  // Hydrates the prerendered page with what has been typed into it; differences that the address makes are rendered afterwards.
  // Only the start screen of a fresh install is rendered anew.
  const isDrawn = element.hasChildNodes() && !isFreshInstall
  const view = isDrawn ? hydrateRoot(element, page) : createRoot(element)
  if (!isDrawn) view.render(page)
  setTimeout(preloadApplication, preloadDelayMs)

  async function enterApplication({ address, isStep }: SignInDestination) {
    const application = await loadApplication().catch(async (failure: unknown) => {
      await probe()
      if (!isConnected()) throw failure
    })
    // A newer build has replaced the chunk: a new page load has it.
    if (!application) return location.assign(address)
    // Back may return to a step of the sign-in, but not to the sign-in page of a signed-in person.
    if (isStep) history.pushState(null, '', address)
    else history.replaceState(null, '', address)
    application.openApplication(view)
  }
}

const guestAuthenticator = async (id: string) =>
  (await import('./portal/guest/guest-authenticator')).guestAuthenticator(id)

const showBrowserWarning = async (element: HTMLElement) =>
  (await import('./portal/unsupported-browser/warn-about-browser')).warnAboutBrowser(element)

/** A form submitted before the code was running (see `early.ts`) is submitted now. */
function markPageReady() {
  document.documentElement.dataset.ready = ''
  // The page itself shows why a form that the browser submitted did not sign anybody in.
  document.getElementById('sign-in-failure')?.remove()
  const held = document.querySelector<HTMLFormElement>('form[data-held]')
  held?.removeAttribute('data-held')
  held?.requestSubmit()
}

const root = document.getElementById('root')
if (root) start(root)
