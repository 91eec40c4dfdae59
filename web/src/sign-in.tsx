import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { localeOf } from '@lintel/contract/settings/locales'
import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { reportUncaughtErrors } from './api/report-error'
import { speakSignIn } from './i18n/sign-in-texts'
import { isPlain, readEntry } from './portal/login/login-entry'
import { LoginPage } from './portal/login/login-page'
import { isAccepted, isSupported } from './portal/unsupported-browser/supported-browser'
import { startSession } from './session/session'
import './ui/theme/theme.css'

/** While the person types, the application comes in behind; not at once, so that it does not delay the page itself. */
const loadAheadAfterMs = 1_000

const loadApplication = () => import('./application')

async function start(element: HTMLElement) {
  if (!isSupported(navigator) && !isAccepted(document.cookie)) await warn(element)
  reportUncaughtErrors()
  startSession()
  await speakSignIn(localeOf(document.documentElement.lang) ?? 'en')
  const entry = readEntry(location.search)
  const page = (
    <StrictMode>
      <I18nProvider i18n={i18n}>
        <LoginPage entry={entry} onReady={takeOver} onSignedIn={enter} />
      </I18nProvider>
    </StrictMode>
  )
  // The document is drawn for a plain visit: only such a visit can take the drawing over as it is.
  const isDrawn = element.hasChildNodes() && isPlain(entry)
  const view = isDrawn ? hydrateRoot(element, page) : createRoot(element)
  if (!isDrawn) view.render(page)
  setTimeout(loadApplication, loadAheadAfterMs)

  async function enter() {
    const { openApplication } = await loadApplication()
    const query = entry.nextUrl === undefined ? '' : `?${new URLSearchParams({ 'next-url': entry.nextUrl })}`
    history.replaceState(null, '', `/${query}`)
    openApplication(view)
  }
}

const warn = async (element: HTMLElement) =>
  (await import('./portal/unsupported-browser/warn-about-browser')).warnAboutBrowser(element)

/** A form sent before the code was there (see `early.ts`) is sent now. */
function takeOver() {
  document.documentElement.dataset.ready = ''
  const held = document.querySelector<HTMLFormElement>('form[data-held]')
  held?.removeAttribute('data-held')
  held?.requestSubmit()
}

const root = document.getElementById('root')
if (root) start(root)
