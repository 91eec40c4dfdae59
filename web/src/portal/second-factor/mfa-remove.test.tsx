import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { disableMfa } from '@lintel/contract/identity/mfa'
import { problemObject } from '@lintel/contract/problems'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { propsOf, renderForm } from '../../../test/render-form'
import { neverResponds, useVisibleToasts } from '../../../test/render-hook'
import { createQueryClient } from '../../api/query-client'
import { currentUser } from '../../session/current-user'
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

/** What somebody of this role reads before they remove their second factor. */
function readBy(role: 'rendra_staff' | null): string {
  const queries = createQueryClient()
  const roles = { customerAdminFor: [], apiUserFor: [], loginMethod: null, guestOf: null }
  queries.setQueryData(currentUser.queryKey, { role, ...roles } as never)
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })
  return renderToStaticMarkup(
    <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: {} } })}>
      <QueryClientProvider client={queries}>
        <RouterContextProvider router={router}>
          <MfaRemove email="kim@lintel.example" onDone={() => {}} onCancel={() => {}} />
        </RouterContextProvider>
      </QueryClientProvider>
    </I18nProvider>,
  )
}

test('staff are told that nothing opens without a second factor, everybody else what stays open', () => {
  expect(readBy('rendra_staff')).toContain('you have to set it up anew before anything else opens')
  expect(readBy('rendra_staff')).not.toContain('your password alone')
  expect(readBy(null)).toContain('your password alone lets you in, except where two-step verification is required')
})
