import { problemObject } from '@lintel/contract/problems'
import { expect, test } from 'vitest'
import { CallFailure, NoResponse } from '../../api/failure'
import { linkOutcomeOf, loginFailure } from './login-failure'

const callFailure = (status: number, code: Parameters<typeof problemObject>[0], body?: unknown) =>
  new CallFailure(status, [problemObject(code)], undefined, body)

test('a wrong password is an invalid grant', () => {
  expect(loginFailure(callFailure(401, 'invalid_grant'))).toBe('invalid-grant')
})

test('a 401 that carries a challenge asks for the second factor', () => {
  const body = { result: 'CHALLENGE_REQUESTED', session: 'x' }
  expect(loginFailure(callFailure(401, 'CHALLENGE_REQUESTED', body))).toBe('challenge')
})

test('either spelling of a needed reset leads to the reset', () => {
  expect(loginFailure(callFailure(400, 'password_reset_needed'))).toBe('password-reset-needed')
  expect(loginFailure(callFailure(400, 'needPasswordReset'))).toBe('password-reset-needed')
})

test('no answer is told from a refusal', () => {
  expect(loginFailure(new NoResponse(new TypeError('Failed to fetch')))).toBe('no-network')
})

test('a link that another customer copied has mailed the way in instead', () => {
  expect(loginFailure(callFailure(403, 'emailProofMailed'))).toBe('mailed')
})

test('anything else keeps its own text', () => {
  expect(loginFailure(callFailure(429, 'tooManyRequests'))).toBe('other')
  expect(loginFailure(new CallFailure(502, [], undefined))).toBe('other')
  expect(loginFailure(new TypeError('x'))).toBe('other')
})

test('a link can be followed again after what passes by itself, and after nothing else', () => {
  const lost = new NoResponse(new TypeError('Failed to fetch'))
  const away = [
    callFailure(503, 'overloaded'),
    callFailure(429, 'tooManyRequests'),
    new CallFailure(502, [], undefined),
  ]
  expect([lost, ...away].map(linkOutcomeOf)).toEqual(Array(4).fill('noResponse'))
  const invalid = [callFailure(401, 'invalid_grant'), callFailure(403, 'guestAccessEnded')]
  expect(invalid.map(linkOutcomeOf)).toEqual(['rejected', 'rejected'])
  const final = [callFailure(403, 'emailProofMailed'), callFailure(422, 'required')]
  expect(final.map(linkOutcomeOf)).toEqual([undefined, undefined])
})
