import { problemObject } from '@lintel/contract/problems'
import { expect, test } from 'vitest'
import { CallFailure, NoAnswer } from '../../api/failure'
import { loginFailure } from './login-failure'

const failed = (status: number, code: Parameters<typeof problemObject>[0], body?: unknown) =>
  new CallFailure(status, [problemObject(code)], undefined, body)

test('a wrong password is an invalid grant', () => {
  expect(loginFailure(failed(401, 'invalid_grant'))).toBe('invalid-grant')
})

test('a 401 that carries a challenge asks for the second factor', () => {
  const body = { result: 'CHALLENGE_REQUESTED', session: 'x' }
  expect(loginFailure(failed(401, 'CHALLENGE_REQUESTED', body))).toBe('challenge')
})

test('either spelling of a needed reset leads to the reset', () => {
  expect(loginFailure(failed(400, 'password_reset_needed'))).toBe('password-reset-needed')
  expect(loginFailure(failed(400, 'needPasswordReset'))).toBe('password-reset-needed')
})

test('no answer is told from a refusal', () => {
  expect(loginFailure(new NoAnswer(new TypeError('Failed to fetch')))).toBe('no-network')
})

test('a link that another customer copied has mailed the way in instead', () => {
  expect(loginFailure(failed(403, 'emailProofMailed'))).toBe('mailed')
})

test('anything else keeps its own text', () => {
  expect(loginFailure(failed(429, 'tooManyRequests'))).toBe('other')
  expect(loginFailure(new CallFailure(502, [], undefined))).toBe('other')
  expect(loginFailure(new TypeError('x'))).toBe('other')
})
