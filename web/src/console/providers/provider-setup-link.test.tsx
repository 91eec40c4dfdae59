import type { SsoProvider } from '@lintel/contract/customers/providers'
import { expect, test, vi } from 'vitest'
import { allPropsOf, renderForm } from '../../../test/render-form'
import { useVisibleToasts } from '../../../test/render-hook'
import { Button } from '../../ui/button'
import { CopyField } from '../../ui/copy-field'
import { ProviderSetupLink } from './provider-setup-link'

interface Requests {
  /** Whether the answer to a request of this method is lost, which is done all the same. */
  isLost?(method: string): boolean
}

/** The set-up link of a provider that has one; each that is created has a number of its own. */
async function openedLink({ isLost = () => false }: Requests = {}) {
  let created = 0
  let setupLink: object | null = { createdAt: 'at 0', expiresAt: '2030-01-01T00:00:00Z' }
  vi.stubGlobal('fetch', async (address: string, { method = 'GET' }: RequestInit = {}) => {
    if (!address.includes('vestdrift')) return new Response(null, { status: 204 })
    if (method === 'GET') return Response.json({ setupLink })
    if (method === 'POST') created += 1
    setupLink = method === 'POST' ? { createdAt: `at ${created}`, expiresAt: '2030-01-01T00:00:00Z' } : null
    if (isLost(method)) throw new TypeError('Failed to fetch')
    if (method === 'DELETE') return new Response(null, { status: 204 })
    return Response.json({ address: `link ${created}`, setupLink })
  })
  const provider = { id: 'vestdrift', version: 1 } as SsoProvider
  const form = await renderForm(() => ({ screen: ProviderSetupLink({ provider }), toasts: useVisibleToasts() }))
  const buttons = () => allPropsOf(Button, form.current().screen)
  await form.change(() => expect.poll(() => buttons().length).toBe(2))
  const press = async (at: number) => {
    await form.change(() =>
      buttons()
        .at(at)
        ?.onClick?.({} as never),
    )
    await form.saved()
  }
  return {
    revoke: () => press(0),
    create: () => press(-1),
    /** Somebody else revokes it; the change arrives as any other does. */
    async revokeElsewhere() {
      setupLink = null
      await form.change(() => form.queries.invalidateQueries())
      await form.saved()
    },
    navigateAway: form.navigateAway,
    links: () => allPropsOf(CopyField, form.current().screen).map(({ value }) => value),
    toasts: () => form.current().toasts.map(({ text }) => text),
  }
}

test('a new set-up link takes the place of the earlier one, which has ended, and goes when it is revoked', async () => {
  const { create, revoke, links, toasts } = await openedLink()
  await create()
  expect(links()).toEqual(['link 1'])
  await create()
  expect(links()).toEqual(['link 2'])
  await revoke()
  expect(links()).toEqual([])
  expect(toasts()).toEqual([])
})

test('a set-up link that somebody else has revoked is no longer shown', async () => {
  const { create, revokeElsewhere, links } = await openedLink()
  await create()
  expect(links()).toEqual(['link 1'])
  await revokeElsewhere()
  expect(links()).toEqual([])
})

test.each([
  ['revoked', 'DELETE', 'revoke'],
  ['replaced by another', 'POST', 'create'],
] as const)('a set-up link that was %s is no longer shown, though the answer was lost', async (_, lost, action) => {
  let isCut = false
  const screen = await openedLink({ isLost: (method) => isCut && method === lost })
  await screen.create()
  expect(screen.links()).toEqual(['link 1'])
  isCut = true
  await screen[action]()
  expect(screen.links()).toEqual([])
})

test('whoever has left before a set-up link is shown is told to revoke it', async () => {
  const { create, navigateAway, toasts } = await openedLink()
  navigateAway()
  await create()
  expect(toasts()).toEqual(['A link was created, but you left before it was shown. Revoke it.'])
})
