import { expect, test } from 'vitest'
import { CallFailure, NoResponse, ProofNotAccepted } from './failure'
import { isRefused } from './refused'

const failure = (status: number, code: string) => new CallFailure(status, [{ code } as never], undefined, undefined)

test.each([
  ['what is not allowed', failure(403, 'forbidden'), true],
  ['what is stale', failure(412, 'stale'), true],
  ['a missing proof of identity', failure(403, 'stepUpRequired'), false],
  ['a proof that did not suffice', new ProofNotAccepted(failure(403, 'stepUpRequired')), false],
  ['an ended session', failure(401, 'sessionExpired'), false],
  ['too many requests', failure(429, 'tooManyRequests'), false],
  ['a failing server', failure(503, 'unavailable'), false],
  ['no response', new NoResponse(new TypeError('Failed to fetch')), false],
])('%s: refused for good is %s', (_, error, isForGood) => {
  expect(isRefused(error)).toBe(isForGood)
})
