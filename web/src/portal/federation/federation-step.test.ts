import { type ProblemCode, problemObject, problems } from '@lintel/contract/problems'
import { describe, expect, test } from 'vitest'
import { sampleTokens as tokens } from '../../../test/sample-tokens'
import { CallFailure, NoResponse } from '../../api/failure'
import {
  afterChoice,
  afterCodeFailure,
  afterCreation,
  afterCreationFailure,
  afterLinkFailure,
  afterReload,
  afterSession,
  afterSignInSuccess,
  afterUnknownIdentity,
  afterVerifyFailure,
  backToChoice,
  parseChallenge,
  parseUnknownIdentity,
} from './federation-step'

const callFailure = (code: ProblemCode, body?: unknown) =>
  new CallFailure(problems[code].status, [problemObject(code)], undefined, body)
const identity = { ticket: 't', proposedUsername: 'leila@partner.example', linkingAllowed: true }
const username = 'leila@partner.example'
describe('on coming back from a provider', () => {
  const email = 'mei@nordbygg.example'
  const after = (by: 'password' | 'federation' | 'guest', pending?: Parameters<typeof afterSession>[1]) =>
    afterSession({ by, email, person: 'mei' }, pending)

  test('nobody signed in, or only a guest, signs in', () => {
    expect(afterSession({ by: 'nobody' }, undefined)).toBe('signIn')
    expect(after('guest', { intent: 'signIn' })).toBe('signIn')
  })

  test('G10: whoever left for another sign-in signs in, whatever they were signed in by', () => {
    expect(after('password', { intent: 'replace' })).toBe('signIn')
    expect(after('federation', { intent: 'replace' })).toBe('signIn')
    expect(after('federation', { intent: 'prove' })).toBe('signIn')
  })

  const authenticatedAgo = (seconds: number) => {
    const claims = { iat: 1_700_000_000, auth_time: 1_700_000_000 - seconds }
    return { idToken: `head.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.sign` }
  }

  test('G9: whoever left for a fresh proof goes on where there is one, and is told where there is none', () => {
    expect(afterSignInSuccess(authenticatedAgo(600), 'prove', '/users')).toEqual({ at: 'leaving', address: '/users' })
    expect(afterSignInSuccess(authenticatedAgo(601), 'prove', '/users')).toEqual({
      at: 'authenticationTooOld',
      address: '/users',
    })
    expect(afterSignInSuccess(tokens, 'prove', '/users')).toEqual({ at: 'authenticationTooOld', address: '/users' })
    for (const intent of ['signIn', 'link', 'replace', undefined] as const)
      expect(afterSignInSuccess(authenticatedAgo(601), intent, '/users')).toEqual({ at: 'leaving', address: '/users' })
  })

  test('a federation session goes to the index', () =>
    expect(after('federation', { intent: 'link', person: 'mei' })).toEqual({ at: 'leaving', address: '/' }))

  test('a federation session goes where the sign-in was to lead', () =>
    expect(after('federation', { intent: 'signIn', nextUrl: '/project-x/' })).toEqual({
      at: 'leaving',
      address: '/?next-url=%2Fproject-x%2F',
    }))

  test('whoever asked for it on the profile links their account', () =>
    expect(after('password', { intent: 'link', person: 'mei' })).toBe('link'))

  test('E5: an account that did not ask to be linked is asked first, by its name', () => {
    const asked = { at: 'confirmingLink', email }
    expect(after('password', { intent: 'signIn' })).toEqual(asked)
    expect(after('password')).toEqual(asked)
    // Somebody else asked, and another tab has signed in this account since; or nobody knows who asked.
    expect(after('password', { intent: 'link', person: 'ola' })).toEqual(asked)
    expect(after('password', { intent: 'link' })).toEqual(asked)
    expect(afterSession({ by: 'password', email, person: undefined }, { intent: 'link' })).toEqual(asked)
  })
})

describe('when the page is loaded again', () => {
  test('whoever is signed in goes on to where the sign-in was to lead, or back to the profile', () => {
    const to = (address: string) => ({ at: 'leaving', address })
    for (const by of ['password', 'federation'] as const) {
      expect(afterReload({ by }, { intent: 'signIn', nextUrl: '/users' })).toEqual(to('/?next-url=%2Fusers'))
      expect(afterReload({ by }, { intent: 'link' })).toEqual(to('/user-profile'))
      expect(afterReload({ by }, undefined)).toEqual(to('/'))
    }
  })

  test('nobody, or only a guest, has to begin again', () => {
    for (const by of ['nobody', 'guest'] as const)
      expect(afterReload({ by }, { intent: 'signIn' })).toEqual({ at: 'failed', reason: 'expired' })
  })
})

describe('an identity that nobody has yet', () => {
  test('449 carries the ticket and the proposed name, which is lower-cased', () => {
    const body = { refreshToken: 't', proposedUsername: 'Leila@Partner.example', linkingAllowed: true }
    expect(parseUnknownIdentity(callFailure('unknownIdentity', body))).toEqual(identity)
    expect(parseUnknownIdentity(callFailure('federationFailed'))).toBeUndefined()
    expect(parseUnknownIdentity(new NoResponse(undefined))).toBeUndefined()
  })

  test('a proposed name is offered to be linked', () =>
    expect(afterUnknownIdentity(identity)).toEqual({ at: 'waitingForAction', identity }))

  test('where linking is disallowed, the account is made without asking', () =>
    expect(afterUnknownIdentity({ ...identity, linkingAllowed: false })).toBe('create'))

  test.each([true, false])('without a proposed name the person says it (linking allowed: %s)', (linkingAllowed) => {
    const nameless = { ...identity, proposedUsername: undefined, linkingAllowed }
    expect(afterUnknownIdentity(nameless)).toEqual({ at: 'creatingNewUser', identity: nameless })
  })

  test('an existing user is asked for their password, beginning with the proposed name', () => {
    expect(afterChoice('existingUser', identity)).toEqual({ at: 'linkingToExistingUser', identity, username })
    const nameless = { ...identity, proposedUsername: undefined }
    expect(afterChoice('existingUser', nameless)).toMatchObject({ username: '' })
  })

  test('the first time, the email is confirmed', () =>
    expect(afterChoice('firstTime', identity)).toEqual({ at: 'creatingNewUser', identity }))

  test('cancel and OK lead back to the choice', () =>
    expect(backToChoice(identity)).toEqual({ at: 'waitingForAction', identity }))
})

describe('making an account', () => {
  test('leads to the profile, and from there to where the person wanted to go', () => {
    expect(afterCreation(tokens)).toEqual({ at: 'leaving', address: '/user-profile' })
    const onwards = afterCreation(tokens, '/new-project')
    expect(onwards).toEqual({ at: 'leaving', address: '/user-profile?next-url=%2Fnew-project' })
  })

  test('with an address that the server lets nobody in by yet, it has to be verified, whoever proposed it', () => {
    const response = { result: 'VERIFICATION_REQUIRED' as const, username: 'leila.haddad@partner.example' }
    const step = { at: 'emailNeedsVerification', email: 'leila.haddad@partner.example' }
    expect(afterCreation(response)).toEqual(step)
    expect(afterCreation(response, '/new-project')).toEqual(step)
  })

  test.each([true, false])('a conflict leads to linking with the proposed name (automatic: %s)', (isAutomatic) => {
    const error = callFailure('conflict')
    expect(afterCreationFailure(error, { identity, username, isAutomatic })).toEqual({
      at: 'linkingToExistingUser',
      identity,
      username,
      error,
    })
  })

  test('a conflict where linking is disallowed asks for no password', () => {
    const closed = { ...identity, linkingAllowed: false }
    const after = (isAutomatic: boolean) =>
      afterCreationFailure(callFailure('conflict'), { identity: closed, username, isAutomatic })
    expect(after(true)).toEqual({ at: 'failed', reason: 'expired' })
    expect(after(false)).toEqual({ at: 'creatingNewUserFailed', identity: closed, username })
  })

  test('other errors are shown, beside the form if there is one', () => {
    const error = callFailure('invalidEmail')
    expect(afterCreationFailure(error, { identity, username, isAutomatic: false })).toEqual({
      at: 'creatingNewUser',
      identity,
      error,
    })
    expect(afterCreationFailure(error, { identity, username, isAutomatic: true })).toEqual({
      at: 'failed',
      reason: 'other',
      error,
    })
  })

  test('S4: a ticket that is over leads back to the provider', () => {
    for (const isAutomatic of [true, false]) {
      const step = afterCreationFailure(callFailure('federationFailed'), { identity, username, isAutomatic })
      expect(step).toEqual({ at: 'failed', reason: 'expired' })
    }
  })
})

describe('linking an existing user', () => {
  const after = (error: unknown, nextUrl?: string) => afterLinkFailure(error, { identity, username, nextUrl })

  test('a wrong password stands beside the form', () => {
    const error = callFailure('invalid_grant')
    expect(after(error)).toEqual({ at: 'linkingToExistingUser', identity, username, error })
  })

  test.each([new NoResponse(undefined), callFailure('tooManyRequests'), callFailure('overloaded')])(
    'what may pass by itself stands beside the form (%s)',
    (error) => expect(after(error)).toMatchObject({ at: 'linkingToExistingUser', error }),
  )

  test('a second factor is asked for, and its session kept', () => {
    const error = callFailure('CHALLENGE_REQUESTED', { result: 'CHALLENGE_REQUESTED', session: 's' })
    expect(after(error)).toEqual({
      at: 'leaving',
      address: '/mfa-challenge?username=leila%40partner.example&purpose=link',
    })
    // The address keeps over a reload what the code completes, and where the person wanted to go.
    expect(after(error, '/new-project')).toEqual({
      at: 'leaving',
      address: '/mfa-challenge?username=leila%40partner.example&next-url=%2Fnew-project&purpose=link',
    })
    expect(parseChallenge(error, username)).toEqual({ username, session: 's' })
    expect(parseChallenge(callFailure('invalid_grant'), username)).toBeUndefined()
  })

  test('C7: after a mailed link the server says whose second factor it is', () => {
    const error = callFailure('CHALLENGE_REQUESTED', { result: 'CHALLENGE_REQUESTED', session: 's', username })
    expect(parseChallenge(error)).toEqual({ username, session: 's' })
    expect(parseChallenge(callFailure('invalidCode'))).toBeUndefined()
  })

  test.each(['password_reset_needed', 'needPasswordReset'] as const)(
    '%s leads to the reset, which keeps where the person wanted to go',
    (code) => {
      const address = '/invalid-existing-password?email=leila%40partner.example'
      expect(after(callFailure(code))).toEqual({ at: 'leaving', address })
      const onwards = { at: 'leaving', address: `${address}&next-url=%2Fnew-project` }
      expect(after(callFailure(code), '/new-project')).toEqual(onwards)
    },
  )

  test.each(['providerNotAllowed', 'conflict', 'forbidden'] as const)('%s is told as a link that failed', (code) =>
    expect(after(callFailure(code))).toEqual({ at: 'linkingToExistingUserFailed', identity, username }),
  )

  test('S4: a ticket that is over leads back to the provider', () =>
    expect(after(callFailure('federationFailed'))).toEqual({ at: 'failed', reason: 'expired' }))
})

describe('what fails for good', () => {
  test('a provider that nobody here knows is unsupported', () =>
    expect(afterCodeFailure(callFailure('no provider matches'))).toMatchObject({ reason: 'unsupportedProvider' }))

  test('everything else keeps its error', () => {
    const error = callFailure('providerUnavailable')
    expect(afterCodeFailure(error)).toEqual({ at: 'failed', reason: 'other', error })
  })

  test('a mailed link that proves nothing is told from a server that does not answer', () => {
    expect(afterVerifyFailure(callFailure('invalidCode'))).toEqual({ at: 'failed', reason: 'invalidLink' })
    expect(afterVerifyFailure(new NoResponse(undefined))).toMatchObject({ at: 'failed', reason: 'other' })
  })
})
