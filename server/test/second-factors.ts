import { expect } from 'vitest'
import { demoPassword } from '../demo/credentials'
import { personId } from '../demo/person-id'
import { codeAt, stepAt } from '../src/identity/mfa/totp'
import { unsealValues } from '../src/platform/mail/mail'
import type { MailKind } from '../src/platform/mail/mail-kinds'
import { type Browser, browser } from './browser'
import type { World } from './world'

/** A user signed in with a browser, and their tokens. */
export interface SignedIn {
  page: Browser
  email: string
  idToken: string
  accessToken: string
  post(url: string, body?: object): ReturnType<Browser['post']>
  get(url: string): ReturnType<Browser['get']>
}

/** Helpers for tests of second factors: sign in, enrol, generate codes, read mails. */
export function secondFactors({ app, db, clock, platform }: World) {
  const login = (page: Browser, email: string, more: object = {}) =>
    page.post('/auth/v1/login', { username: email, password: demoPassword, ...more })

  const signedInUser = (page: Browser, email: string, tokens: { idToken: string; accessToken: string }): SignedIn => {
    const headers = { authorization: `Bearer ${tokens.idToken}` }
    return {
      page,
      email,
      idToken: tokens.idToken,
      accessToken: tokens.accessToken,
      post: (url, body = {}) => page.post(url, { accessToken: tokens.accessToken, ...body }, headers),
      get: (url) => page.get(url, headers),
    }
  }

  /** Signs in by password only. */
  async function signIn(
    email: string,
    { page = browser(app), ...more }: { page?: Browser; rememberMe?: boolean } = {},
  ) {
    const answer = await login(page, email, more)
    expect(answer.statusCode, answer.body).toBe(200)
    return signedInUser(page, email, answer.json())
  }

  const code = (secret: string, ahead = 0) => codeAt(secret, stepAt(clock.now()) + ahead)
  /** A code that is wrong for the current time step and its neighbours. */
  const wrongCode = (secret: string) => String((Number(code(secret)) + 333_333) % 1_000_000).padStart(6, '0')
  /** Advances the clock beyond all time steps used so far. */
  const freshStep = () => clock.advance(90_000)

  /** Enrols a second factor; returns its secret and the recovery codes. */
  async function setUp(person: SignedIn): Promise<{ secret: string; recoveryCodes: string[] }> {
    const associated = await person.post('/auth/v1/mfa/associate')
    expect(associated.statusCode, associated.body).toBe(200)
    const { secretCode } = associated.json<{ secretCode: string }>()
    const enabled = await person.post('/auth/v1/mfa/enable', { code: code(secretCode) })
    expect(enabled.statusCode, enabled.body).toBe(200)
    freshStep()
    return { secret: secretCode, recoveryCodes: enabled.json().recoveryCodes }
  }

  /** Signs in by password and returns the challenge session for the second factor. */
  async function startChallenge(page: Browser, email: string): Promise<string> {
    const answer = await login(page, email)
    expect([answer.statusCode, answer.json().result]).toEqual([401, 'CHALLENGE_REQUESTED'])
    return answer.json().session
  }
  const verify = (page: Browser, session: string, email: string, codeEntered: string) =>
    page.post('/auth/v1/mfa/verify', { session, username: email, code: codeEntered })

  /** Signs in by password and a code of the second factor. */
  async function signInWithCode(email: string, codeEntered: string, page = browser(app)) {
    const answer = await verify(page, await startChallenge(page, email), email, codeEntered)
    expect(answer.statusCode, answer.body).toBe(200)
    return signedInUser(page, email, answer.json())
  }

  /** The values of the mails of this kind to a user, the latest first. */
  async function mailsTo(email: string, kind: MailKind): Promise<Record<string, unknown>[]> {
    const mails = await db
      .selectFrom('mail')
      .select(['id', 'values_encrypted as sealed'])
      .where('user_id', '=', personId(email))
      .where('kind', '=', kind)
      .orderBy('id', 'desc')
      .execute()
    return mails.map(
      ({ id, sealed }) => unsealValues(platform.configuration, id, sealed ?? '') as Record<string, unknown>,
    )
  }

  return { login, signIn, setUp, startChallenge, verify, signInWithCode, code, wrongCode, freshStep, mailsTo }
}

/** The status and problem code of a response. */
export const statusAndCode = (answer: { statusCode: number; json(): { code?: string } }) => [
  answer.statusCode,
  answer.json().code,
]
