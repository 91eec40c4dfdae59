import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import type { UserProfile } from '@lintel/contract/people/user-profiles'
import { isValidElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { pressedButton } from '../../../test/pressed-button'
import { allPropsOf, propsOf, renderForm } from '../../../test/render-form'
import { createQueryClient } from '../../api/query-client'
import { installation } from '../../session/installation'
import { Button } from '../../ui/button'
import { EmailSection } from './email-section'

/** The cache of an installation that sends mail, or does not. */
function queriesWith(isSmtpEnabled: boolean) {
  const queries = createQueryClient()
  queries.setQueryData(installation.queryKey, { record: { isSmtpEnabled }, included: [] } as never)
  return queries
}

test('whoever gives up changing their email is at the button again by which they began', async () => {
  const profile = { id: 'mei@nord.example', mayChangeEmail: true, pendingEmail: null } as UserProfile
  const { current: rendered, change } = await renderForm(() => EmailSection({ profile }), queriesWith(true))
  expect(propsOf(Button, rendered()).autoFocus).toBe(false)
  await change((part) => propsOf(Button, part).onClick?.({} as never))
  expect(() => propsOf(Button, rendered())).toThrow('Button is not drawn.')
  const form = (rendered().props.children as unknown[]).filter((part) => isValidElement(part)).at(-1)
  await change(() => (form as ReactElement<{ onClose(): void }>).props.onClose())
  expect(propsOf(Button, rendered()).autoFocus).toBe(true)
})

test('whoever withdraws the change of their email is at the heading once the button is gone', async () => {
  vi.stubGlobal('fetch', async () => new Response(null, { status: 204 }))
  const profile = { id: 'mei@nord.example', mayChangeEmail: true, pendingEmail: 'mei@lie.example' } as UserProfile
  const { current, change, saved } = await renderForm(() => EmailSection({ profile }), queriesWith(true))
  const [, withdraw] = allPropsOf(Button, current())
  const pressed = pressedButton()
  await change(() => withdraw?.onClick?.({} as never))
  expect(pressed.remove()).toBe('heading')
  await saved()
})

test.each([
  [true, 1, 'You sign in with it, and our emails go there.'],
  [false, 0, 'You sign in with it. It cannot be changed here, because no email is sent to confirm another one.'],
])('where mail is sent (%s) the email can be changed by %i button: %s', async (isSmtpEnabled, buttons, expected) => {
  const profile = { id: 'mei@nord.example', mayChangeEmail: true, pendingEmail: null } as UserProfile
  const { current } = await renderForm(() => EmailSection({ profile }), queriesWith(isSmtpEnabled))
  expect(allPropsOf(Button, current())).toHaveLength(buttons)
  const i18n = setupI18n({ locale: 'en', messages: { en: {} } })
  const shown = renderToStaticMarkup(<I18nProvider i18n={i18n}>{current().props.children}</I18nProvider>)
  expect(shown).toContain(expected)
})
