import { expect, test } from 'vitest'
import { codeAt, makeTotpSecret, stepAt, stepOf } from './totp'

/** `12345678901234567890` in base 32: the key of the examples in RFC 6238. */
const rfcSecret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const unused = { lastStep: 0 }

test('C1: the codes are those of RFC 6238 (appendix B, last six digits)', () => {
  const examples = [
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ] as const
  for (const [seconds, code] of examples) expect(codeAt(rfcSecret, stepAt(seconds * 1_000))).toBe(code)
})

test('C1: a secret has 160 random bits', () => {
  const secrets = new Set(Array.from({ length: 50 }, makeTotpSecret))
  expect(secrets.size).toBe(50)
  for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{32}$/)
})

test('C1: the codes of the step before and after are right, those further off are not', () => {
  const now = 1_700_000_000_000
  const at = (steps: number) => stepOf(rfcSecret, codeAt(rfcSecret, stepAt(now) + steps), { now, ...unused })
  expect([-2, -1, 0, 1, 2].map((steps) => at(steps) !== undefined)).toEqual([false, true, true, true, false])
})

test('C2: a code is good for later steps than the last one used', () => {
  const now = 1_700_000_000_000
  const step = stepAt(now)
  const code = codeAt(rfcSecret, step)
  expect(stepOf(rfcSecret, code, { now, lastStep: step - 1 })).toBe(step)
  expect(stepOf(rfcSecret, code, { now, lastStep: step })).toBeUndefined()
  expect(stepOf(rfcSecret, codeAt(rfcSecret, step - 1), { now, lastStep: step })).toBeUndefined()
})

test('C1: what is no six-digit code fits nothing', () => {
  for (const typed of ['', '28708', '2870822', 'abcdef'])
    expect(stepOf(rfcSecret, typed, { now: 59_000, ...unused })).toBeUndefined()
})
