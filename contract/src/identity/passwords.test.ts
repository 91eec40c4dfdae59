import { describe, expect, test } from 'vitest'
import {
  containsContext,
  isRepetition,
  password,
  passwordRequirementsOf,
  passwordRulesFor,
  unmetPasswordRequirements,
} from './passwords'

const rules = { minimumLength: 15, minimumLowercase: 0, minimumUppercase: 0, minimumDigits: 0, minimumSymbols: 0 }

describe('A4: password rules', () => {
  test('A4: fifteen characters and nothing else by default, eight beside a second factor', () => {
    expect(passwordRequirementsOf(rules)).toEqual([{ what: 'characters', count: 15 }])
    expect(unmetPasswordRequirements(rules, 'a'.repeat(14))).toEqual([{ what: 'characters', count: 15 }])
    expect(unmetPasswordRequirements(rules, 'a'.repeat(15))).toEqual([])
    const ofStaff = passwordRulesFor(rules, { isStaff: true, isMfaEnabled: true })
    expect(unmetPasswordRequirements(ofStaff, 'a'.repeat(8))).toEqual([])
    expect(unmetPasswordRequirements(ofStaff, 'a'.repeat(7))).toHaveLength(1)
  })

  test('A4: eight are enough for staff where a second factor is required of them, unless the operator asks for more than fifteen', () => {
    const lengthFor = (minimumLength: number, isStaff: boolean, isMfaEnabled?: boolean) =>
      passwordRulesFor({ ...rules, minimumLength, minimumDigits: 1 }, { isStaff, isMfaEnabled })
    const shorter = { ...rules, minimumLength: 8, minimumDigits: 1 }
    for (const configured of [8, 12, 15]) expect(lengthFor(configured, true, true)).toEqual(shorter)
    for (const [configured, isStaff, isMfaEnabled] of [
      [15, true, false],
      [15, true, undefined],
      [15, false, true],
      [16, true, true],
      [20, true, true],
    ] as const)
      expect(lengthFor(configured, isStaff, isMfaEnabled)).toMatchObject({
        minimumLength: configured,
        minimumDigits: 1,
      })
  })

  test('A4: each class that is asked for is counted', () => {
    const strict = { minimumLength: 4, minimumLowercase: 1, minimumUppercase: 2, minimumDigits: 1, minimumSymbols: 1 }
    expect(passwordRequirementsOf(strict).map(({ what }) => what)).toEqual([
      'characters',
      'lowercase',
      'uppercase',
      'digits',
      'symbols',
    ])
    expect(unmetPasswordRequirements(strict, 'aBC1!')).toEqual([])
    expect(unmetPasswordRequirements(strict, 'øÅÆ٣€')).toEqual([])
    expect(unmetPasswordRequirements(strict, 'aBc 1').map(({ what }) => what)).toEqual(['uppercase', 'symbols'])
  })

  test('without a configuration any password is valid', () =>
    expect(unmetPasswordRequirements(undefined, 'x')).toEqual([]))

  test('A4: characters are counted as people see code points, not as UTF-16', () =>
    expect(unmetPasswordRequirements({ ...rules, minimumLength: 3 }, '🏗🏗')).toHaveLength(1))
})

describe('A3: a password as typed', () => {
  test('A3: may have hundreds of characters, and at most 1,024 bytes', () => {
    expect(password.safeParse('x'.repeat(1_024)).success).toBe(true)
    expect(password.safeParse('x'.repeat(1_025)).success).toBe(false)
    expect(password.safeParse('ø'.repeat(512)).success).toBe(true)
    expect(password.safeParse('ø'.repeat(513)).success).toBe(false)
  })
  test('A3: keeps its spaces and its case', () => expect(password.parse(' Aa ')).toBe(' Aa '))
  test('A3: is not half a character', () => expect(password.safeParse('\ud83c').success).toBe(false))
})

describe('A5: what can be judged without the list', () => {
  test.each([
    'aaaaaaaaaaaaaaaa',
    'hejhejhejhejhej',
    '0123456789012345',
    'mnbvcxzlkjhgfdsapoiuytrewq',
    'Passwordpassword',
  ])('A5: %s is a repetition', (typed) => expect(isRepetition(typed)).toBe(true))
  test.each(['purple crane lifts seven beams', 'ab'])('A5: %s is none', (typed) =>
    expect(isRepetition(typed)).toBe(false),
  )

  test('A5: the product, the person and their company are known words, whatever stands between the letters', () => {
    const context = { email: 'kari.nordmann@fjordbygg.example', customers: ['Fjordbygg AS'] }
    expect(containsContext('purple crane lifts seven beams', context)).toBe(false)
    expect(containsContext('Kari Nordmann skis at night', context)).toBe(true)
    expect(containsContext('L.I.N.T.E.L for the win now', context)).toBe(true)
    expect(containsContext('we are the fjordbygg people', context)).toBe(true)
  })
})
