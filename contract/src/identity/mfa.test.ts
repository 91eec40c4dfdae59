import { expect, test } from 'vitest'
import { oneTimeCode, recoveryCode } from './mfa'

test('a recovery code is read however it is typed, and as nothing else', () => {
  const code = 'ABCDEFGHIJKLMNOPQRSTUVWX'
  for (const typed of [code, 'abcd-efgh-ijkl-mnop-qrst-uvwx', ' ABCD EFGH IJKL  MNOP-QRST UVWX ']) {
    expect(recoveryCode.parse(typed)).toBe(code)
  }
  // What is often misread stands for the letter it looks like.
  expect(recoveryCode.parse('A8CDEFGH1JKLMN0PQRSTUVWX')).toBe(code)
  for (const typed of ['', '123456', code.slice(1), `${code}A`, '9BCDEFGHIJKLMNOPQRSTUVWX']) {
    expect(recoveryCode.safeParse(typed).success).toBe(false)
  }
})

test('a one-time code is six digits, with spaces where people put them', () => {
  expect(oneTimeCode.parse(' 123 456 ')).toBe('123456')
  for (const typed of ['', '12345', '1234567', '12345a']) expect(oneTimeCode.safeParse(typed).success).toBe(false)
})
