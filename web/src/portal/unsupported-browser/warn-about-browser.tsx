import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { startingLocale } from '../../i18n/language-choice'
import { activateLocale, addTexts } from '../../i18n/texts'
import { acceptBrowser } from './supported-browser'
import { UnsupportedBrowser } from './unsupported-browser'

/**
 * Shows the warning instead of `page`, without changing the address, until the user continues; then restores `page` and
 * stores the choice.
 */
export async function warnAboutBrowser(page: HTMLElement): Promise<void> {
  await activateLocale(startingLocale())
  await addTexts('portal')
  const container = document.createElement('div')
  page.before(container)
  page.hidden = true
  const view = createRoot(container)
  await new Promise<void>((resolve) => {
    view.render(
      <StrictMode>
        <I18nProvider i18n={i18n}>
          <UnsupportedBrowser address={location.href} onContinue={resolve} />
        </I18nProvider>
      </StrictMode>,
    )
  })
  acceptBrowser()
  view.unmount()
  container.remove()
  page.hidden = false
}
