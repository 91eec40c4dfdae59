import { expect, test } from 'vitest'
import { fresher, needsRenewal, type SessionState, signedIn } from './session-state'

const tokens = (name: string, expiresIn = 600) => ({ idToken: name, accessToken: name, expiresIn })

test('a session ends when its token does', () => {
  expect(signedIn(tokens('a'), true, 1_000)).toMatchObject({ at: 'signed-in', endsAt: 601_000, logoutWhenIdle: true })
})

test('a token is renewed in its last minute, not before', () => {
  const session = signedIn(tokens('a'), false, 0)
  expect(needsRenewal(session, 539_999)).toBe(false)
  expect(needsRenewal(session, 540_000)).toBe(true)
  expect(needsRenewal(session, 700_000)).toBe(true)
})

test('nobody signed in has nothing to renew', () => {
  expect(needsRenewal({ at: 'signed-out' }, 10 ** 12)).toBe(false)
  expect(needsRenewal({ at: 'unknown' }, 10 ** 12)).toBe(false)
})

test('another tab’s newer token replaces this one’s, its older one does not', () => {
  const older = signedIn(tokens('old'), false, 0)
  const newer = signedIn(tokens('new'), false, 5_000)
  expect(fresher(older, newer)).toBe(newer)
  expect(fresher(newer, older)).toBe(newer)
})

test('another tab that signed out signs this one out', () => {
  const gone: SessionState = { at: 'signed-out' }
  expect(fresher(signedIn(tokens('a'), false, 0), gone)).toBe(gone)
})
