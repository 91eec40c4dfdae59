import { expect, test } from 'vitest'
import { parseStoredSecret, secretIn } from './address-secrets'

const at = (path: string) => secretIn(new URL(path, 'https://lintel.example'))

test('S5: the code of a mailed link is taken out of the address, the rest stays', () => {
  expect(at('/reset-password?username=ola%40nordbygg.example&code=ABCDE-FGHJK')).toEqual({
    secret: 'ABCDE-FGHJK',
    rest: '/reset-password?username=ola%40nordbygg.example',
  })
  expect(at('/mfa-challenge?sessiondata=t1')).toEqual({ secret: 't1', rest: '/mfa-challenge' })
  expect(at('/confirm-email?code=ABCDE-FGHJK')).toEqual({ secret: 'ABCDE-FGHJK', rest: '/confirm-email' })
})

test('an address without a secret is left alone, and so is the same parameter elsewhere', () => {
  expect(at('/reset-password?username=ola')).toBeUndefined()
  expect(at('/federation?code=c&state=s')).toBeUndefined()
})

test('the secret of a new email is kept for ten minutes while its person signs in, and nothing else is taken for one', () => {
  expect(parseStoredSecret('1000 abc', 1_000 + 599_999)).toBe('abc')
  expect(parseStoredSecret('1000 abc', 1_000 + 600_000)).toBeUndefined()
  for (const stored of [null, undefined, '', 'abc', '1000']) expect(parseStoredSecret(stored, 2_000)).toBeUndefined()
})
