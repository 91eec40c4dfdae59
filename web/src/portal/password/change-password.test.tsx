import { changePassword } from '@lintel/contract/identity/change-password'
import { expect, test, vi } from 'vitest'
import { propsOf, renderForm } from '../../../test/render-form'
import { neverResponds, useVisibleToasts } from '../../../test/render-hook'
import { PasswordField } from '../../ui/password-field'
import { ChangePassword } from './change-password'
import { NewPasswordField } from './new-password-field'

test('a changed password is told even if its form has gone on before the answer came, which keeps what was typed', async () => {
  let answer = () => {}
  vi.stubGlobal('fetch', async (address: string) => {
    if (address !== changePassword.path) return neverResponds(address)
    await new Promise<void>((resolve) => {
      answer = resolve
    })
    return new Response(null, { status: 204 })
  })
  const { change, saved, current } = await renderForm(() => ({
    screen: ChangePassword({ email: 'mei@nordbygg.example', rules: {} as never, isMailEnabled: false }),
    toasts: useVisibleToasts(),
  }))
  const type = (password: string) => change(({ screen }) => propsOf(NewPasswordField, screen).onChange(password))
  await change(({ screen }) => propsOf(PasswordField, screen).onChange?.('old' as never))
  await type('new')
  await change(({ screen }) => propsOf<{ onSubmit(): void }>('form' as never, screen).onSubmit())
  await type('newer')
  expect(current().toasts).toEqual([])
  answer()
  await saved()
  expect(current().toasts.map(({ text }) => text)).toEqual([
    'Your password has been changed. You are signed out everywhere else.',
  ])
  expect(propsOf(NewPasswordField, current().screen).value).toBe('newer')
})
