import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { pressedButton } from '../../../test/pressed-button'
import { stubPage } from '../../../test/render-hook'
import { GridState } from './grid-state'
import { RowsError } from './rows-error'

test('a failure in the place of the rows is announced', () => {
  const rendered = renderToStaticMarkup(
    <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: {} } })}>
      <GridState state={{ error: 'This did not work' }} isEmpty empty={null} headHeight={0} />
    </I18nProvider>,
  )
  expect(rendered).toContain('<div role="alert">This did not work</div>')
})

test('once another try has worked, the keyboard is near the button that is gone', () => {
  stubPage()
  const pressed = pressedButton()
  RowsError({ children: 'Try again' }).props.onClickCapture()
  expect(pressed.remove()).toBe('heading')
})
