import type { Passkey } from '@lintel/contract/identity/passkeys'
import type { ReactElement } from 'react'
import { expect, test, vi } from 'vitest'
import { propsOf, renderForm } from '../../../test/render-form'
import { neverResponds } from '../../../test/render-hook'
import { EndOtherSessionsCheckbox } from '../../shell/end-other-sessions-checkbox'
import { Confirm } from '../../ui/confirm'
import { RemovePasskey } from './remove-passkey'

const passkey: Passkey = {
  id: 'key-1',
  name: 'Phone',
  isSynchronized: false,
  createdAt: '2026-03-01T10:00:00Z',
  lastUsedAt: null,
}

/** The requests of a removal, in an installation that still has the passkey or not. */
async function remove({ endsOthers, isThere = true }: { endsOthers: boolean; isThere?: boolean }) {
  const requests: string[] = []
  vi.stubGlobal('fetch', async (address: string, { method = 'GET' }: RequestInit = {}) => {
    if (method !== 'DELETE') return neverResponds(address)
    requests.push(address)
    if (isThere || !address.includes('/passkeys/')) return new Response(null, { status: 204 })
    return Response.json({ errors: [{ status: '404', code: 'notFound' }] }, { status: 404 })
  })
  const onClose = vi.fn()
  const form = await renderForm(() => RemovePasskey({ passkey, onClose }) as ReactElement)
  const box = () => propsOf(EndOtherSessionsCheckbox, form.current())
  expect(box().checked).toBe(false)
  if (endsOthers) await form.change(() => box().onChange?.({ currentTarget: { checked: true } } as never))
  expect(box().checked).toBe(endsOthers)
  await form.change((dialog) => propsOf(Confirm, dialog).onConfirm())
  await form.saved()
  expect(onClose).toHaveBeenCalledOnce()
  return requests
}

test('C6: whoever removes a passkey stays signed in elsewhere, unless they choose otherwise', async () => {
  expect(await remove({ endsOthers: false })).toEqual(['/auth/v1/passkeys/key-1'])
})

test('C6: whoever removes a passkey can end their other sessions with it', async () => {
  expect(await remove({ endsOthers: true })).toEqual(['/auth/v1/passkeys/key-1?endOtherSessions=true'])
})

test('C6: where the passkey is gone already, the other sessions are ended all the same', async () => {
  expect(await remove({ endsOthers: true, isThere: false })).toEqual([
    '/auth/v1/passkeys/key-1?endOtherSessions=true',
    '/auth/v1/sessions',
  ])
})
