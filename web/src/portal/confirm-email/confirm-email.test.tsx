import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { confirmEmailChange } from '@lintel/contract/people/email-change'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { propsOf, renderForm } from '../../../test/render-form'
import { neverResponds } from '../../../test/render-hook'
import { Button } from '../../ui/button'
import { ConfirmEmail } from './confirm-email'

test.each([
  ['refused for good', 400, 'invalidCode', 1],
  ['not answered for now', 503, 'overloaded', 0],
])('H8: a code that is %s is forgotten, or kept for another attempt', async (_which, status, code, forgotten) => {
  const onRefused = vi.fn()
  const form = await renderForm(() =>
    ConfirmEmail({
      code: 'c0de',
      pendingEmail: 'mei@elsewhere.example',
      isConfirmed: async () => false,
      onRefused,
      onConfirmed: vi.fn(),
    }),
  )
  let asked = 0
  vi.stubGlobal('fetch', async (address: string) => {
    if (!address.endsWith(confirmEmailChange.path)) return neverResponds(address)
    asked += 1
    return Response.json({ errors: [{ code }] }, { status })
  })
  await form.change((screen) => propsOf(Button, screen).onClick?.({} as never))
  await form.saved()
  expect(asked).toBe(1)
  expect(onRefused).toHaveBeenCalledTimes(forgotten)
})

test('an opened link asks to confirm the new email, and does not say that it is in use', async () => {
  const { current } = await renderForm(() =>
    ConfirmEmail({
      ...{ code: 'c0de', pendingEmail: 'mei@elsewhere.example', isConfirmed: async () => false },
      ...{ onRefused: vi.fn(), onConfirmed: vi.fn() },
    }),
  )
  const shown = renderToStaticMarkup(
    <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: {} } })}>{current().props.children}</I18nProvider>,
  )
  expect(shown).toContain('Confirm to sign in as <b>mei@elsewhere.example</b> from now on')
  // Opening the link confirms nothing by itself.
  expect(propsOf(Button, current())).toMatchObject({ kind: 'primary', busy: false })
})
