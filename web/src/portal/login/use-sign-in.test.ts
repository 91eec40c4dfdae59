import { afterEach, expect, test, vi } from 'vitest'
import { renderHook } from '../../../test/render-hook'
import { pageSettled } from '../../../test/unmount-after-test'
import { isConnected, recordResponse } from '../../api/connection'
import { NoResponse } from '../../api/failure'
import { createQueryClient } from '../../api/query-client'
import { beginSession, currentSession, leaveSession } from '../../session/session'
import type { LoginEntry } from './login-entry'
import { emptySignInConfig } from './sign-in-config'
import { useSignIn } from './use-sign-in'

const email = 'nadia@invited.example'
const invitation = {
  ...{ email, temporaryPassword: 'one-time', isInvitation: true, nextUrl: undefined },
  ...{ endedSession: undefined, hasStarted: false, formFailure: undefined },
}

const tokens = {
  result: 'SUCCESS' as const,
  idToken: `head.${Buffer.from(JSON.stringify({ sub: 'nadia', email })).toString('base64url')}.sign`,
  accessToken: 'access',
  tokenType: 'Bearer' as const,
  expiresIn: 600,
  logoutWhenIdle: true,
  idleSeconds: 3_600,
  mustUpdatePassword: true,
}

type Answer = 'lost' | { status: number; code: string } | object

/** What the server answers to each path, at once or once it is known; any other path is answered with an empty list. */
let answers: Record<string, Answer | Promise<Answer>>
/** The passwords that were sent. */
let passwords: string[]
/** The paths of all requests. */
let requested: string[]

/**
 * Opens an invitation, or another address, while somebody is signed in or nobody is; returns the sign-in and where it led. The configured
 * suffix is null where the configuration cannot be read.
 */
function openInvitation(person?: typeof tokens, overrides: Partial<LoginEntry> = {}, domainSuffix?: string | null) {
  passwords = []
  requested = []
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('location', { pathname: '/login' })
  vi.stubGlobal('fetch', async (address: string, { body }: RequestInit = {}) => {
    requested.push(address)
    const { password } = JSON.parse(String(body ?? '{}'))
    if (password !== undefined) passwords.push(password)
    const answer = (await answers[address]) ?? []
    if (answer === 'lost') throw new TypeError('Failed to fetch')
    if (!('status' in answer)) return Response.json(answer)
    return Response.json({ errors: [{ ...answer, status: String(answer.status) }] }, { status: answer.status })
  })
  leaveSession()
  if (person) beginSession(person)
  const onComplete = vi.fn(async () => {})
  const config = Promise.resolve({
    ...emptySignInConfig,
    installation: domainSuffix === null ? {} : { environment: 'onpremise', ...(domainSuffix && { domainSuffix }) },
  })
  const signIn = renderHook(createQueryClient(), () =>
    useSignIn({ ...invitation, ...overrides }, undefined, onComplete, config),
  )
  Object.assign(document, { cookie: '' })
  return {
    signIn,
    onComplete,
    async follow() {
      await expect.poll(() => signIn()).toBeDefined()
      signIn()?.signInAutomatically()
    },
  }
}

afterEach(() => {
  recordResponse()
  leaveSession()
})

const login = '/auth/v1/login'
const me = '/mgw/api/v3/users/me'
const away = { '/regions.json': 'lost', [login]: 'lost' } as const
const noResponse = { error: expect.any(Error), linkOutcome: 'noResponse', isSigningIn: false }

test.each<[string, Answer]>([
  ['gets no answer', 'lost'],
  ['meets too many attempts', { status: 429, code: 'tooManyRequests' }],
  ['meets a server that is away', { status: 503, code: 'overloaded' }],
])('an invitation that %s can be followed again, with the password that has left the address', async (_, answer) => {
  answers = { [login]: answer }
  const { signIn, onComplete, follow } = openInvitation()
  await follow()
  await expect.poll(() => signIn()).toMatchObject(noResponse)
  expect(isConnected()).toBe(true)
  expect(onComplete).not.toHaveBeenCalled()

  answers = { [login]: tokens }
  signIn()?.signInAutomatically()
  await expect.poll(() => onComplete.mock.calls).toEqual([[{ address: '/user-profile', isStep: false }]])
  await expect.poll(() => signIn()).toMatchObject({ error: undefined, linkOutcome: undefined })
  expect(passwords).toEqual(['one-time', 'one-time'])
})

test('an invitation that is over falls back to the form in silence', async () => {
  answers = { [login]: { status: 401, code: 'invalid_grant' } }
  const { signIn, follow } = openInvitation()
  await follow()
  await expect.poll(() => passwords).toEqual(['one-time'])
  await expect.poll(() => signIn()).toMatchObject({ error: undefined, linkOutcome: undefined, isSigningIn: false })
})

test('without a network an invitation signs in by itself once the network is back', async () => {
  answers = away
  const { signIn, onComplete, follow } = openInvitation()
  await follow()
  await expect.poll(() => signIn()).toMatchObject(noResponse)
  await expect.poll(isConnected).toBe(false)
  answers = { [login]: tokens }
  recordResponse()
  await expect.poll(() => onComplete.mock.calls).toEqual([[{ address: '/user-profile', isStep: false }]])
  expect(passwords).toEqual(['one-time', 'one-time'])
})

test('when the network is back an invitation is left alone by whoever has tried their own password meanwhile', async () => {
  answers = away
  const { signIn, onComplete, follow } = openInvitation()
  await follow()
  await expect.poll(isConnected).toBe(false)
  await signIn()?.submitCredentials({ username: email, password: 'my own', rememberMe: false })
  await expect.poll(() => signIn()).toMatchObject({ error: expect.any(NoResponse), linkOutcome: undefined })
  answers = { [login]: tokens }
  recordResponse()
  await new Promise((resolve) => setTimeout(resolve))
  expect(passwords).toEqual(['one-time', 'my own'])
  expect(onComplete).not.toHaveBeenCalled()
})

test.each([me, login])(
  'a lost answer of %s does not leave the address of a signed-in person unproved',
  async (lost) => {
    const unproved = { email, emailProved: false }
    answers = { [me]: unproved, [login]: tokens, [lost]: 'lost' }
    const { signIn, onComplete, follow } = openInvitation({ ...tokens, mustUpdatePassword: false })
    await follow()
    await expect.poll(() => signIn()).toMatchObject(noResponse)
    expect(onComplete).not.toHaveBeenCalled()

    answers = { [me]: unproved, [login]: tokens }
    signIn()?.signInAutomatically()
    await expect.poll(() => onComplete.mock.calls).toEqual([[{ address: '/user-profile', isStep: false }]])
    expect(passwords.at(-1)).toBe('one-time')
  },
)

test.each<[string, boolean, Answer]>([
  ['the link is over', false, { status: 401, code: 'invalid_grant' }],
  ['their address is proved', true, 'lost'],
])('a signed-in person goes on with their session where %s', async (_, emailProved, answer) => {
  answers = { [me]: { email, emailProved }, [login]: answer }
  const { onComplete, follow } = openInvitation({ ...tokens, mustUpdatePassword: false })
  await follow()
  await expect.poll(() => onComplete.mock.calls).toEqual([[{ address: '/', isStep: false }]])
})

const logout = '/auth/v1/logout'

test.each<[string, string | undefined | null]>([
  ['Nadia@Invited.example', undefined],
  ['nadia@invited.example', '@elsewhere.example'],
  ['Nadia', '@invited.example'],
  ['Nadia', null],
])(
  'a signed-in person who is asked for as %s, where the suffix is %s, goes on with their session',
  async (asked, suffix) => {
    answers = { [me]: { email, emailProved: true } }
    const person = { ...tokens, mustUpdatePassword: false }
    const { onComplete, follow } = openInvitation(person, { email: asked, temporaryPassword: undefined }, suffix)
    await follow()
    await expect.poll(() => onComplete.mock.calls).toEqual([[{ address: '/', isStep: false }]])
    expect(requested).not.toContain(logout)
  },
)

test.each<[string, string | undefined | null]>([
  ['ola', null],
  ['nadia@elsewhere.example', null],
  ['ola', '@invited.example'],
  ['nadia', '@elsewhere.example'],
  ['nadia', undefined],
  ['nadia@elsewhere.example', '@invited.example'],
])('the session of somebody else makes room for %s, where the suffix is %s', async (asked, suffix) => {
  answers = {}
  const person = { ...tokens, mustUpdatePassword: false }
  const { onComplete, follow } = openInvitation(person, { email: asked, temporaryPassword: undefined }, suffix)
  await follow()
  await expect.poll(() => currentSession().at).toBe('signed-out')
  expect(requested).toContain(logout)
  expect(onComplete).not.toHaveBeenCalled()
})

test.each<[string, string, string | undefined, boolean]>([
  ['', 'nadia', undefined, true],
  ['Nadia@invited.example', 'nadia', undefined, true],
  ['nadia', 'Nadia', undefined, true],
  ['ola@invited.example', 'nadia', undefined, false],
  ['', 'nadia', '', false],
])(
  'an address that asks for %s offers the pending sign-in of %s, where the session has ended (%s): %s',
  async (asked, username, endedSession, isOffered) => {
    answers = {}
    const entry = { email: asked, temporaryPassword: undefined, endedSession }
    const { signIn } = openInvitation(undefined, entry, '@invited.example')
    await expect.poll(() => signIn()).toBeDefined()
    const pending = `/mfa-challenge?username=${username}`
    Object.assign(document, { cookie: `lintel-code-waits=${encodeURIComponent(pending)}` })
    await signIn()?.signInAutomatically()
    await pageSettled()
    expect(signIn()?.challenge).toBe(isOffered ? pending : undefined)
  },
)

const guest = { email, emailProved: true, method: 'guest' }
const guestTokens = { ...tokens, accessToken: 'guest', mustUpdatePassword: false }

test('G6: a guest who opens the invitation of another customer signs in with it, instead of going on as a guest', async () => {
  answers = { [me]: guest, [login]: tokens }
  const { onComplete, follow } = openInvitation(guestTokens)
  await follow()
  await expect.poll(() => onComplete.mock.calls).toEqual([[{ address: '/user-profile', isStep: false }]])
  expect(passwords).toEqual(['one-time'])
  expect(requested.filter((path) => [me, logout, login].includes(path))).toEqual([me, logout, login])
  expect(currentSession()).toMatchObject({ at: 'signed-in', tokens: { accessToken: 'access' } })
})

test('a guest whose address asks for their account by its email is asked to sign in', async () => {
  answers = { [me]: guest }
  const { onComplete, follow } = openInvitation(guestTokens, { temporaryPassword: undefined })
  await follow()
  await expect.poll(() => currentSession().at).toBe('signed-out')
  expect(requested).toContain(logout)
  expect(onComplete).not.toHaveBeenCalled()
})

test('a guest who opens the sign-in page itself goes on in their project', async () => {
  answers = { [me]: guest }
  const { onComplete, follow } = openInvitation(guestTokens, { email: '', temporaryPassword: undefined })
  await follow()
  await expect.poll(() => onComplete.mock.calls).toEqual([[{ address: '/', isStep: false }]])
  expect(requested).not.toContain(logout)
})

test('the session of a guest stays while it is unknown whose it is, and the invitation can be followed again', async () => {
  answers = { [me]: 'lost', [login]: tokens }
  const { signIn, onComplete, follow } = openInvitation(guestTokens)
  await follow()
  await expect.poll(() => signIn()).toMatchObject(noResponse)
  expect(requested).not.toContain(logout)
  answers = { [me]: guest, [login]: tokens }
  signIn()?.signInAutomatically()
  await expect.poll(() => onComplete.mock.calls).toEqual([[{ address: '/user-profile', isStep: false }]])
  expect(passwords).toEqual(['one-time'])
})

test('a password that is no longer accepted is replaced on the way to where the person wanted to go', async () => {
  answers = { [login]: { status: 401, code: 'password_reset_needed' } }
  const { onComplete, follow } = openInvitation(undefined, { nextUrl: '/new-project' })
  await follow()
  const address = '/invalid-existing-password?email=nadia%40invited.example&next-url=%2Fnew-project'
  await expect.poll(() => onComplete.mock.calls).toEqual([[{ address, isStep: true }]])
})

test('the session of a guest who signs in by themselves meanwhile is not ended', async () => {
  let answerMe = (_: Answer) => {}
  const known = new Promise<Answer>((resolve) => {
    answerMe = resolve
  })
  answers = { [me]: known, [login]: tokens }
  const { signIn, onComplete, follow } = openInvitation(guestTokens)
  await follow()
  await expect.poll(() => requested).toContain(me)
  await signIn()?.submitCredentials({ username: email, password: 'my own', rememberMe: false })
  answerMe(guest)
  await new Promise((resolve) => setTimeout(resolve))
  expect(onComplete.mock.calls).toEqual([[{ address: '/user-profile', isStep: false }]])
  expect(passwords).toEqual(['my own'])
  expect(requested).not.toContain(logout)
})
