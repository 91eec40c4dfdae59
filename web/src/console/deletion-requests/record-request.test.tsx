import { recordDeletionRequest } from '@lintel/contract/people/deletion-tasks'
import type { ChangeEvent } from 'react'
import { expect, test, vi } from 'vitest'
import { propsOf, renderForm } from '../../../test/render-form'
import { FormDialog } from '../../api/form/form-dialog'
import { TextArea, TextField } from '../../ui/field'
import { RecordRequest } from './record-request'

const known = 'mei@nord.example'

/** Answers like the server: one address is somebody's. Returns the bodies that were sent. */
function stubServer() {
  const sent: unknown[] = []
  const problem = { code: 'notFound', status: '404', title: 'Not found', source: { pointer: '/email' } }
  vi.stubGlobal('fetch', async (address: string, { body }: RequestInit = {}) => {
    if (!address.endsWith(recordDeletionRequest.path)) return Response.json({ requests: [] })
    const request = JSON.parse(String(body))
    sent.push(request)
    return request.email === known
      ? Response.json({ requestedAt: '2026-01-02T03:04:05Z' }, { status: 202 })
      : Response.json({ errors: [problem] }, { status: 404, headers: { 'content-type': 'application/vnd.api+json' } })
  })
  return sent
}

const typed = <E extends HTMLElement>(value: string) => ({ target: { value } }) as unknown as ChangeEvent<E>

test('staff record a request for an address, with how it came; an address that nobody has is said at its field', async () => {
  const sent = stubServer()
  const onClose = vi.fn()
  const { current, change, saved } = await renderForm(() => RecordRequest({ onClose }))
  const type = (value: string) => change(() => propsOf(TextField, current()).onChange?.(typed(value)))
  const dialog = () => propsOf(FormDialog, current())
  expect(dialog().isDisabled).toBe(true)
  await type('nobody@nord.example')
  expect(dialog().isDisabled).toBe(true)
  await change(() => propsOf(TextArea, current()).onChange?.(typed(' She wrote to support. ')))
  expect(dialog().isDisabled).toBe(false)
  await change(() => dialog().onSubmit({} as never))
  await saved()
  expect(propsOf(TextField, current()).error).toBe('Nobody has an account with this address.')
  expect(onClose).not.toHaveBeenCalled()

  await type(` ${known}`)
  await change(() => dialog().onSubmit({} as never))
  await saved()
  expect(sent.at(-1)).toEqual({ email: known, reason: 'She wrote to support.' })
  expect(propsOf(TextField, current()).error).toBeUndefined()
  expect(onClose).toHaveBeenCalledOnce()
})
