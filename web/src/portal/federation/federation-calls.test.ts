import { problemObject, problems } from '@lintel/contract/problems'
import { expect, onTestFinished, test, vi } from 'vitest'
import { sampleTokens as tokens } from '../../../test/sample-tokens'
import { beginSession, currentSession, leaveSession } from '../../session/session'
import { createAccount, linkCurrentUser, verifyEmail } from './federation-calls'

/** An identity whose address the provider verified, but does not propose. */
const identity = { ticket: 't', proposedUsername: undefined, linkingAllowed: false }
const email = 'n00r@elektro.example'

/** Creates the account for the typed address; the server gives this response. */
function create(response: object) {
  const sent: object[] = []
  vi.stubGlobal('location', { pathname: '/federation' })
  vi.stubGlobal('navigator', { maxTouchPoints: 0, language: 'en' })
  vi.stubGlobal('sessionStorage', { getItem: () => null, removeItem: () => {} })
  vi.stubGlobal('fetch', async (address: string, { body }: RequestInit) => {
    if (!address.endsWith('/federation/create')) return Response.json({})
    sent.push(JSON.parse(String(body)))
    return Response.json(response)
  })
  leaveSession()
  onTestFinished(leaveSession)
  const step = createAccount(identity, { provider: 'owner', username: 'N00r@elektro.example', isAutomatic: false })
  return { step, sent }
}

test('an address that was not proposed signs its person in where the server lets them in', async () => {
  const { step, sent } = create(tokens)
  expect(await step).toEqual({ at: 'leaving', address: '/user-profile' })
  expect(sent).toEqual([{ Provider: 'owner', ProposedUsername: email, RefreshToken: 't' }])
  expect(currentSession()).toMatchObject({ at: 'signed-in', tokens })
})

test('an address that has to be verified first signs nobody in', async () => {
  const { step } = create({ result: 'VERIFICATION_REQUIRED', username: email })
  expect(await step).toEqual({ at: 'emailNeedsVerification', email })
  expect(currentSession().at).toBe('signed-out')
})

test.each([
  ['conflict', 'linkFailed'],
  ['no provider matches', 'unsupportedProvider'],
] as const)('a link of the signed-in account that the server refuses with %s failed as %s', async (code, reason) => {
  vi.stubGlobal('location', { pathname: '/federation' })
  const { status } = problems[code]
  vi.stubGlobal('fetch', async () => Response.json({ errors: [problemObject(code)] }, { status }))
  beginSession(tokens)
  onTestFinished(leaveSession)
  const step = await linkCurrentUser({ kind: 'code', code: 'c0', provider: 'owner', state: 'owner.0', iss: undefined })
  expect(step).toMatchObject({ at: 'failed', reason, error: { status } })
})

test.each([true, undefined])(
  'a verified address keeps whether its person chose to be remembered: %s',
  async (rememberMe) => {
    vi.stubGlobal('location', { pathname: '/federation' })
    vi.stubGlobal('fetch', async () => Response.json({ provider: 'owner', rememberMe }))
    const step = await verifyEmail('c0')
    expect(step).toEqual({ at: 'emailVerified', provider: 'owner', rememberMe: rememberMe ?? false })
  },
)
