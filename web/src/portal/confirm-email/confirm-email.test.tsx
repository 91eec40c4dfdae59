import { confirmEmailChange } from '@lintel/contract/people/email-change'
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
