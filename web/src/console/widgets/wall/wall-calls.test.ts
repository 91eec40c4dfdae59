import { environmentManager, QueryObserver } from '@tanstack/react-query'
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

test('an image of the wall that could not be loaded is asked for again until it is there', async () => {
  // Without a window, nothing is polled.
  const isServer = environmentManager.isServer()
  environmentManager.setIsServer(() => false)
  vi.useFakeTimers()
  vi.stubGlobal('navigator', { onLine: true })
  // The content of a file is read by the browser.
  const reader = class {
    result = 'data:image/png;base64,'
    onload = () => {}
    readAsDataURL = () => this.onload()
  }
  vi.stubGlobal('FileReader', reader)
  const answers = [new Response('away', { status: 500 }), new Response('away', { status: 500 }), new Response('image')]
  const image = vi.fn(async () => answers.shift())
  vi.stubGlobal('fetch', image)
  onTestFinished(() => {
    environmentManager.setIsServer(() => isServer)
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
  const query = new QueryObserver(createQueryClient(), wallImage('018cc251-f400-73b9-8172-d83e5e219d53'))
  onTestFinished(query.subscribe(() => {}))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(query.getCurrentResult()).toMatchObject({ data: undefined, error: { status: 500 } })
  await vi.advanceTimersByTimeAsync(40_000)
  expect(query.getCurrentResult()).toMatchObject({ data: 'data:image/png;base64,', error: null })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(image).toHaveBeenCalledTimes(3)
})
