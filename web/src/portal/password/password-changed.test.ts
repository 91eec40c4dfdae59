import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PasswordChanged } from './password-changed'

function render(isMailEnabled: boolean) {
  const i18n = setupI18n({ locale: 'en', messages: { en: {} } })
  const screen = createElement(PasswordChanged, {
    email: 'mei@nordbygg.example',
    nextUrl: undefined,
    success: false,
    message: '',
    isMailEnabled,
  })
  return renderToStaticMarkup(createElement(I18nProvider, { i18n }, screen))
}

test('a reset by mail is offered where mail is sent, and nowhere else', () => {
  expect(render(true)).toContain('href="/reset-password?email=mei%40nordbygg.example"')
  expect(render(false)).not.toContain('/reset-password')
  expect(render(false)).toContain('href="/login')
})
