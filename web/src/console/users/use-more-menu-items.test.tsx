import { expect, onTestFinished, test, vi } from 'vitest'
import { neverResponds, renderHook, useVisibleToasts } from '../../../test/render-hook'
import { anonymousAuthenticator, setAuthenticator } from '../../api/authenticator'
import { createQueryClient } from '../../api/query-client'
import { useMoreMenuItems } from './use-more-menu-items'

const begun = 'The export has begun. It is saved when it is complete.'

/** Exports the users, which the server refuses each time for want of a fresh proof; returns the texts of the toasts. */
async function exportRefused({ proves }: { proves: boolean }): Promise<readonly unknown[] | undefined> {
  const reauthenticate = vi.fn(async () => proves)
  setAuthenticator({ ...anonymousAuthenticator, reauthenticate })
  onTestFinished(() => setAuthenticator(anonymousAuthenticator))
  vi.stubGlobal('location', {
    origin: 'https://lintel.example',
    pathname: '/users',
    href: 'https://lintel.example/users',
  })
  vi.stubGlobal('fetch', async (address: string) =>
    address.includes('/users/export/')
      ? Response.json({ errors: [{ code: 'stepUpRequired' }] }, { status: 403 })
      : neverResponds(address),
  )
  const queries = createQueryClient()
  onTestFinished(() => queries.clear())
  const rendered = renderHook(queries, () => ({
    items: useMoreMenuItems({ customer: 'nord', users: [], plan: () => {}, onOpen: () => {} }),
    toasts: useVisibleToasts(),
  }))
  const item = () => rendered()?.items.find(({ key }) => key === 'xlsx')
  await expect.poll(item).toBeDefined()
  item()?.onChoose?.()
  await expect.poll(() => reauthenticate.mock.calls.length).toBe(1)
  await expect.poll(() => queries.isMutating()).toBe(0)
  await expect.poll(() => item()?.disabled).toBe(false)
  return rendered()?.toasts.map(({ text }) => text)
}

test('whoever declines the proof that exporting users needs is shown no error', async () => {
  expect(await exportRefused({ proves: false })).toEqual([begun])
})

test('whoever gives a proof in vain to export users is told why nothing is saved', async () => {
  expect(await exportRefused({ proves: true })).toEqual([
    begun,
    'The users could not be exported. Your confirmation was not sufficient for this. Sign in again, then try once more.',
  ])
})
