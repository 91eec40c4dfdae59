import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PasswordChanged } from './password-changed'

function drawn(isMailSent: boolean) {
  const i18n = setupI18n({ locale: 'en', messages: { en: {} } })
  const screen = createElement(PasswordChanged, {
    email: 'mei@nordbygg.example',
    success: false,
    message: '',
    isMailSent,
  })
  return renderToStaticMarkup(createElement(I18nProvider, { i18n }, screen))
}

test('a reset by mail is offered where mail is sent, and nowhere else', () => {
  expect(drawn(true)).toContain('href="/reset-password?email=mei%40nordbygg.example"')
  expect(drawn(false)).not.toContain('/reset-password')
  expect(drawn(false)).toContain('href="/login')
})
