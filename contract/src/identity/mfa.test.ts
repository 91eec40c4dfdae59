import { expect, test } from 'vitest'
import { legacyRecoveryCode, oneTimeCode, recoveryCode } from './mfa'

test('a recovery code is read however it is typed, and as nothing else', () => {
  const code = 'A0CDEFGH1JKMN8PQRSTVWXYZ'
  for (const typed of [code, 'a0cd-efgh-1jkm-n8pq-rstv-wxyz', ' A0CD EFGH 1JKM  N8PQ-RSTV WXYZ ']) {
    expect(recoveryCode.parse(typed)).toBe(code)
  }
  // Letters that are often misread count as the digits they look like.
  for (const typed of ['AOCDEFGHIJKMN8PQRSTVWXYZ', 'aocdefghljkmn8pqrstvwxyz']) {
    expect(recoveryCode.parse(typed)).toBe(code)
  }
  for (const typed of ['', '123456', code.slice(1), `${code}A`, 'U0CDEFGH1JKMN8PQRSTVWXYZ']) {
    expect(recoveryCode.safeParse(typed).success).toBe(false)
  }
})

test('a recovery code from before is read in its own letters, however it is typed', () => {
  const code = 'ABCDEFGHIJKLMNOPQRSTUVWX'
  for (const typed of [code, 'abcd-efgh-ijkl-mnop-qrst-uvwx', 'A8CDEFGH1JKLMN0PQRSTUVWX']) {
    expect(legacyRecoveryCode.parse(typed)).toBe(code)
  }
  for (const typed of ['', code.slice(1), `${code}A`, '9BCDEFGHIJKLMNOPQRSTUVWX']) {
    expect(legacyRecoveryCode.safeParse(typed).success).toBe(false)
  }
})

test('a one-time code is six digits, with spaces where people put them', () => {
  expect(oneTimeCode.parse(' 123 456 ')).toBe('123456')
  for (const typed of ['', '12345', '1234567', '12345a']) expect(oneTimeCode.safeParse(typed).success).toBe(false)
})
