import { expect, test } from 'vitest'
import { isOtherUser, needsRenewal, newerSession, type SessionState, signedInState } from './session-state'

const tokens = (name: string) => ({
  result: 'SUCCESS' as const,
  idToken: name,
  accessToken: name,
  tokenType: 'Bearer' as const,
  expiresIn: 600,
  logoutWhenIdle: true,
  idleSeconds: 3_600,
})

test('a session ends when its token does', () => {
  expect(signedInState(tokens('a'), 1_000)).toMatchObject({ at: 'signed-in', endsAt: 601_000 })
})

test('a token is renewed in its last minute, not before', () => {
  const session = signedInState(tokens('a'), 0)
  expect(needsRenewal(session, 539_999)).toBe(false)
  expect(needsRenewal(session, 540_000)).toBe(true)
  expect(needsRenewal(session, 700_000)).toBe(true)
})

test('nobody signed in has nothing to renew', () => {
  expect(needsRenewal({ at: 'signed-out' }, 10 ** 12)).toBe(false)
  expect(needsRenewal({ at: 'unknown' }, 10 ** 12)).toBe(false)
})

test('another tab’s newer token replaces this one’s, its older one does not', () => {
  const older = signedInState(tokens('old'), 0)
  const newer = signedInState(tokens('new'), 5_000)
  expect(newerSession(older, newer)).toBe(newer)
  expect(newerSession(newer, older)).toBe(newer)
})

test('another tab’s other person is told from this one’s renewal, however long they stay', () => {
  const of = (sub: string, now: number) =>
    signedInState(tokens(`head.${Buffer.from(JSON.stringify({ sub })).toString('base64url')}.sign`), now)
  const mei = of('mei', 5_000)
  const ola = of('ola', 0)
  expect(isOtherUser(mei, ola)).toBe(true)
  expect(newerSession(mei, ola)).toBe(ola)
  expect(isOtherUser(mei, of('mei', 9_000))).toBe(false)
  expect(isOtherUser({ at: 'signed-out' }, ola)).toBe(false)
})

test('another tab that signed out signs this one out', () => {
  const gone: SessionState = { at: 'signed-out' }
  expect(newerSession(signedInState(tokens('a'), 0), gone)).toBe(gone)
})
