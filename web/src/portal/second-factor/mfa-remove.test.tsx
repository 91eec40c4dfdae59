import { disableMfa } from '@lintel/contract/identity/mfa'
import { problemObject } from '@lintel/contract/problems'
import { expect, test, vi } from 'vitest'
import { propsOf, renderForm } from '../../../test/render-form'
import { neverResponds, useVisibleToasts } from '../../../test/render-hook'
import { createQueryClient } from '../../api/query-client'
import { secondFactorStatus } from '../../session/second-factor-status'
import { CodeField } from '../../ui/code-field'
import { MfaRemove } from './mfa-remove'

test('whoever has left the removal is told that it is done, sees the new status, and is led nowhere', async () => {
  vi.stubGlobal('fetch', async (address: string) =>
    address === disableMfa.path ? new Response(null, { status: 204 }) : neverResponds(address),
  )
  const queries = createQueryClient()
  queries.setQueryData(secondFactorStatus.queryKey, { status: 'enabled' } as never)
  const onDone = vi.fn()
  const form = await renderForm(
    () => ({
      screen: MfaRemove({ email: 'mei@nordbygg.example', onDone, onCancel: () => {} }),
      toasts: useVisibleToasts(),
    }),
    queries,
  )
  await form.change(({ screen }) => propsOf(CodeField, screen).onChange?.('123456' as never))
  form.navigateAway()
  await form.change(({ screen }) => propsOf<{ onSubmit(): void }>('form' as never, screen).onSubmit())
  await form.saved()
  expect(form.current().toasts.map(({ text }) => text)).toEqual(['Two-step verification has been removed.'])
  expect(queries.getQueryState(secondFactorStatus.queryKey)?.isInvalidated).toBe(true)
  expect(onDone).not.toHaveBeenCalled()
})

test('a second factor that is removed already, as by a request whose response was lost, counts as removed', async () => {
  vi.stubGlobal('fetch', async (address: string) =>
    address === disableMfa.path
      ? Response.json({ errors: [problemObject('conflict')] }, { status: 409 })
      : neverResponds(address),
  )
  const onDone = vi.fn()
  const { change, saved } = await renderForm(() =>
    MfaRemove({ email: 'mei@nordbygg.example', onDone, onCancel: () => {} }),
  )
  await change((screen) => propsOf(CodeField, screen).onChange?.('123456' as never))
  await change((screen) => propsOf<{ onSubmit(): void }>('form' as never, screen).onSubmit())
  await saved()
  expect(onDone).toHaveBeenCalledOnce()
})
