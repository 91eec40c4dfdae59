import { createFederatedUser } from '@lintel/contract/identity/federation'
import { expect, onTestFinished, test, vi } from 'vitest'
import { neverResponds, renderHook } from '../../../test/render-hook'
import { sampleTokens } from '../../../test/sample-tokens'
import { createQueryClient } from '../../api/query-client'
import { storeProviderReturn } from '../../session/provider-return'
import { beginSession, leaveSession } from '../../session/session'
import type { Identity } from './federation-step'
import { RetryWithProvider } from './retry-with-provider'
import { useFederation } from './use-federation'

/** The callback screen opened with this query, by whom the server names. */
function open(search: string, user: object = {}) {
  vi.stubGlobal('location', { pathname: '/federation', search })
  vi.stubGlobal('history', { state: null, replaceState: () => undefined })
  vi.stubGlobal('fetch', async () =>
    Response.json({ data: [{ id: 'partner', attributes: { name: 'Partner Engineering' } }], ...user }),
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

test('the calls name the provider while its name is still being read', async () => {
  const { screen } = open('?error=access_denied&state=partner.0')
  const created: unknown[] = []
  vi.stubGlobal('sessionStorage', undefined)
  vi.stubGlobal('fetch', (address: string, { body }: RequestInit = {}) => {
    if (address === createFederatedUser.path) created.push(JSON.parse(String(body)))
    return neverResponds(address)
  })
  await expect.poll(() => screen()).toMatchObject({ provider: { id: 'partner', name: 'partner' } })
  screen()?.create({ ticket: 't' } as Identity, 'freja@partner.example')
  await expect.poll(() => created).toMatchObject([{ Provider: 'partner' }])
})

test('the callback screen that is opened with nothing leads on', async () => {
  const { screen, onDone } = open('')
  await expect.poll(() => onDone.mock.calls).toEqual([['/']])
  expect(screen()?.step).toEqual({ at: 'returning' })
})

const linking = { provider: 'partner', name: 'Partner Engineering', intent: 'link', rememberMe: false }

/** The tab's session storage, with a pending login. */
function storePendingLogin(pendingLogin: object | null) {
  const stored = new Map([['lintel-departure', JSON.stringify(pendingLogin)]])
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
  return () => JSON.parse(stored.get('lintel-departure') ?? 'null')
}

test('whoever linked their account and loads the page again is led back to the profile', async () => {
  const pendingLogin = storePendingLogin(linking)
  beginSession(sampleTokens)
  onTestFinished(leaveSession)
  const { screen, onDone } = open('?provider=partner', { method: 'password', email: 'mei@nordbygg.example' })
  await expect.poll(() => onDone.mock.calls).toEqual([['/user-profile']])
  expect(screen()?.step).toEqual({ at: 'returning' })
  expect(pendingLogin()).toBeNull()
})

test.each(['nobody', 'a guest'])('%s who loads the page again has to begin again', async (by) => {
  storePendingLogin(linking)
  if (by === 'nobody') leaveSession()
  else beginSession(sampleTokens)
  onTestFinished(leaveSession)
  const { screen, onDone } = open('?provider=partner', { method: 'guest', email: 'guest@partner.example' })
  await expect.poll(() => screen()).toMatchObject({ step: { at: 'failed', reason: 'expired' } })
  expect(onDone).not.toHaveBeenCalled()
})

test('another tab, which does not know the pending login, is remembered as the person chose', async () => {
  const pendingLogin = storePendingLogin(null)
  const provider = { id: 'partner', name: 'Partner Engineering' }
  const button = renderHook(createQueryClient(), () => RetryWithProvider({ provider, rememberMe: true, children: '' }))
  await expect.poll(() => button()).toBeDefined()
  vi.stubGlobal('location', { assign: () => undefined })
  button()?.props.onClick()
  expect(pendingLogin()).toMatchObject({ provider: 'partner', intent: 'signIn', rememberMe: true })
})
