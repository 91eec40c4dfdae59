import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { startingLocale } from '../../i18n/language-choice'
import { speak } from '../../i18n/texts'
import { acceptBrowser } from './supported-browser'
import { UnsupportedBrowser } from './unsupported-browser'

/**
 * Puts the warning in the place of `page`, at the address as it stands, until the person goes on; then `page` is as it
 * was, and the choice is remembered.
 */
export async function warnAboutBrowser(page: HTMLElement): Promise<void> {
  await speak(startingLocale())
  const place = document.createElement('div')
  page.before(place)
  page.hidden = true
  const view = createRoot(place)
  await new Promise<void>((goOn) => {
    view.render(
      <StrictMode>
        <I18nProvider i18n={i18n}>
          <UnsupportedBrowser address={location.href} onContinue={goOn} />
        </I18nProvider>
      </StrictMode>,
    )
  })
  acceptBrowser()
  view.unmount()
  place.remove()
  page.hidden = false
}
