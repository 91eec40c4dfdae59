import { expect, onTestFinished, test, vi } from 'vitest'
import { anonymousAuthenticator, setAuthenticator } from '../../../api/authenticator'
import { createQueryClient } from '../../../api/query-client'
import { wallImage } from './wall-calls'

test('an image of the wall is read with the display token alone: its end signs nobody out who is signed in in this browser', async () => {
  const onUnauthorized = vi.fn()
  const sent: Headers[] = []
  setAuthenticator({ ...anonymousAuthenticator, bearer: async () => 'of-a-person', onUnauthorized })
  vi.stubGlobal('fetch', async (_address: string, { headers }: RequestInit) => {
    sent.push(new Headers(headers))
    return Response.json({ errors: [{ code: 'sessionExpired' }] }, { status: 401 })
  })
  onTestFinished(() => {
    setAuthenticator(anonymousAuthenticator)
    vi.unstubAllGlobals()
  })
  const reading = createQueryClient().fetchQuery({ ...wallImage('018cc251-f400-73b9-8172-d83e5e219d53'), retry: false })
  await expect(reading).rejects.toMatchObject({ status: 401 })
  expect(sent.map((headers) => headers.get('authorization'))).toEqual([null])
  expect(onUnauthorized).not.toHaveBeenCalled()
})
