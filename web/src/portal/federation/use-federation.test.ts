import { expect, test, vi } from 'vitest'
import { renderHook } from '../../../test/render-hook'
import { createQueryClient } from '../../api/query-client'
import { storeProviderReturn } from '../../session/provider-return'
import { useFederation } from './use-federation'

/** The callback screen opened with this query. */
function open(search: string) {
  vi.stubGlobal('location', { pathname: '/federation', search })
  vi.stubGlobal('history', { state: null, replaceState: () => undefined })
  vi.stubGlobal('fetch', async () =>
    Response.json({ data: [{ id: 'partner', attributes: { name: 'Partner Engineering' } }] }),
  )
  storeProviderReturn()
  const onDone = vi.fn()
  return { screen: renderHook(createQueryClient(), () => useFederation(onDone)), onDone }
}

test.each([
  ['?error=access_denied&state=partner.0', { id: 'partner', name: 'Partner Engineering' }],
  ['?error=access_denied', undefined],
])('a refusal by a provider is shown, also one that does not say whose it is: %s', async (search, provider) => {
  const { screen, onDone } = open(search)
  await expect.poll(() => screen()).toMatchObject({ step: { at: 'failed', reason: 'declined' }, provider })
  expect(onDone).not.toHaveBeenCalled()
})

test('the callback screen that is opened with nothing leads on', async () => {
  const { screen, onDone } = open('')
  await expect.poll(() => onDone.mock.calls).toEqual([['/']])
  expect(screen()?.step).toEqual({ at: 'returning' })
})
