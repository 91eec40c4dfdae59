import { expect, onTestFinished, test, vi } from 'vitest'
import { sampleTokens as tokens } from '../../../test/sample-tokens'
import { currentSession, leaveSession } from '../../session/session'
import { completeChallenge } from './complete-challenge'

/** A browser that waits for a code after leaving for a provider, and a server that knows this of the session. */
function waitingBrowser(session: object | 'unavailable') {
  const document = { cookie: 'lintel-code-waits=address' }
  const stored = new Map([['lintel-departure', '{}']])
  const reported: object[] = []
  const requested: string[] = []
  vi.stubGlobal('document', document)
  vi.stubGlobal('location', { pathname: '/mfa-challenge' })
  vi.stubGlobal('navigator', { maxTouchPoints: 0, language: 'en' })
  vi.stubGlobal('sessionStorage', { removeItem: (key: string) => stored.delete(key) })
  vi.stubGlobal('fetch', async (address: string, { body }: RequestInit) => {
    requested.push(address)
    if (!address.endsWith('/client/log'))
      return session === 'unavailable' ? Response.json({}, { status: 503 }) : Response.json(session)
    reported.push(JSON.parse(String(body)))
    return Response.json({})
  })
  onTestFinished(leaveSession)
  return { document, stored, requested, report: () => expect.poll(() => reported) }
}

test('a code that completes a link names the provider as the server does, and forgets the way to it', async () => {
  const { document, stored, report } = waitingBrowser({ provider: 'partner', name: 'Partner Engineering' })
  const completed = completeChallenge(tokens, 'link')
  expect(currentSession()).toMatchObject({ at: 'signed-in', tokens })
  expect(await completed).toBe('Partner Engineering')
  expect(document.cookie).toMatch(/^lintel-code-waits=;.*Max-Age=0/)
  expect(stored.size).toBe(0)
  await report().toMatchObject([{ event: 'linked', message: 'federation' }])
})

test('an address that only claims a link names no provider', async () => {
  const { report } = waitingBrowser({})
  expect(await completeChallenge(tokens, 'link')).toBeUndefined()
  await report().toMatchObject([{ event: 'signedIn', message: 'password' }])
})

test('nor does a server that is not available', async () => {
  waitingBrowser('unavailable')
  expect(await completeChallenge(tokens, 'link')).toBeUndefined()
})

test('a code that completes a sign-in asks for no provider', async () => {
  const { requested, report } = waitingBrowser({ provider: 'partner', name: 'Partner Engineering' })
  expect(await completeChallenge(tokens, 'signIn')).toBeUndefined()
  await report().toMatchObject([{ event: 'signedIn', message: 'password' }])
  expect(requested.filter((address) => !address.endsWith('/client/log'))).toEqual([])
})
