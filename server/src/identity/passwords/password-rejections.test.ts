import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isCommon } from './common-passwords'
import { passwordRejections } from './password-rejections'

const context = {
  rules: { minimumLength: 15, minimumLowercase: 0, minimumUppercase: 0, minimumDigits: 0, minimumSymbols: 0 },
  email: 'kari.nordmann@fjordbygg.example',
  customers: ['Fjordbygg Entreprenør AS'],
  projects: ['Tårnet 2'],
}
const rejectionsOf = (typed: string, more: object = {}) => passwordRejections(typed, { ...context, ...more })

describe('A5: passwords that everybody tries first', () => {
  test('A5: the list has three thousand that are long enough, and as many for eight characters', () => {
    const list = readFileSync(join(import.meta.dirname, '../../../assets/common-passwords.txt'), 'utf8')
    const common = new Set(list.split('\n').filter(isCommon))
    const ofLength = (minimum: number, below: number) =>
      [...common].filter(({ length }) => length >= minimum && length < below).length
    expect(ofLength(15, Number.POSITIVE_INFINITY)).toBeGreaterThan(3_000)
    expect(ofLength(8, 15)).toBeGreaterThan(3_000)
  })

  test('A5: an uncommon phrase of four words is taken', () =>
    expect(rejectionsOf('purple crane lifts seven beams')).toEqual([]))

  test.each([
    '123456789987654321',
    '1QAZ2wsx3edc4RFV',
    'qwertyuiopasdfgh',
    'zyxwvutsrqponmlk',
    'aaaaaaaaaaaaaaaa',
    'hejhejhejhejhejhej',
    'momsanaladventure',
    '!!momsanaladventure2026!',
    'PasswordPasswordPassword',
  ])('A5: %s is common', (typed) => expect(rejectionsOf(typed)).toContain('common'))

  test.each([
    'my lintel has a password',
    'Kari.Nordmann likes skiing',
    'fjordbygg is the greatest',
    'up in the tårnet 2 we go',
  ])('A5: “%s” holds a word that everybody around here knows', (typed) =>
    expect(rejectionsOf(typed)).toEqual(['context']),
  )

  test('all the reasons are told at once', () => expect(rejectionsOf('lintel')).toEqual(['characters', 'context']))
  test('the password in use is not a new one', () => {
    const current = 'purple crane lifts seven beams'
    expect(rejectionsOf(current, { current })).toEqual(['same'])
  })
})
