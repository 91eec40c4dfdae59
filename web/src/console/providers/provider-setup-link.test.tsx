import type { SsoProvider } from '@lintel/contract/customers/providers'
import { expect, test, vi } from 'vitest'
import { allPropsOf, renderForm } from '../../../test/render-form'
import { useVisibleToasts } from '../../../test/render-hook'
import { Button } from '../../ui/button'
import { CopyField } from '../../ui/copy-field'
import { ProviderSetupLink } from './provider-setup-link'

/** The set-up link of a provider that has one; each that is created has a number of its own. */
async function openedLink() {
  let created = 0
  vi.stubGlobal('fetch', async (address: string, { method }: RequestInit = {}) => {
    if (!address.includes('vestdrift') || method === 'DELETE') return new Response(null, { status: 204 })
    if (method === 'GET') return Response.json({ setupLink: { expiresAt: '2030-01-01T00:00:00Z' } })
    created += 1
    return Response.json({ address: `link ${created}` })
  })
  const provider = { id: 'vestdrift', version: 1 } as SsoProvider
  const form = await renderForm(() => ({ screen: ProviderSetupLink({ provider }), toasts: useVisibleToasts() }))
  const buttons = () => allPropsOf(Button, form.current().screen)
  await form.change(() => expect.poll(() => buttons().length).toBe(2))
  const press = async (at: number) => {
    await form.change(() => buttons()[at]?.onClick?.({} as never))
    await form.saved()
  }
  return {
    revoke: () => press(0),
    create: () => press(1),
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

test('whoever has left before a set-up link is shown is told to revoke it', async () => {
  const { create, navigateAway, toasts } = await openedLink()
  navigateAway()
  await create()
  expect(toasts()).toEqual(['A link was created, but you left before it was shown. Revoke it.'])
})
