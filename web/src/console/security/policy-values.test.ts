import { expect, test } from 'vitest'
import { dayOfValue, noticeSchedule, policyPatch, policyRules, policyValues, valueOfDay } from './policy-values'

test('a policy comes back from its form as it went in', () => {
  const policy = {
    loginMethods: ['COGNITO'],
    secondFactorFrom: '2027-01-05T09:30:00.25Z',
    longestSessionHours: 12,
    inviteDomains: ['a.example', 'b.example'],
  }
  expect(policyValues(policy)).toMatchObject({ inviteDomains: 'a.example, b.example' })
  expect(policyPatch(policyValues(policy))).toEqual(policy)
})

test.each([
  ['Europe/Oslo', '2027-01-04T23:00:00Z'],
  ['America/New_York', '2027-01-05T05:00:00Z'],
  ['Pacific/Auckland', '2027-01-04T11:00:00Z'],
])('the day of the second factor begins at midnight in the customer’s time zone: %s', (timeZone, start) => {
  expect(valueOfDay('2027-01-05', timeZone, '')).toBe(start)
  expect(dayOfValue(start, timeZone)).toBe('2027-01-05')
})

test('a day that is typed again is the stored instant, whichever time of that day it is', () => {
  const stored = '2027-01-05T09:30:00.25Z'
  expect(valueOfDay('2027-01-05', 'Europe/Oslo', stored)).toBe(stored)
  expect(valueOfDay('2027-01-06', 'Europe/Oslo', stored)).toBe('2027-01-05T23:00:00Z')
  expect(valueOfDay('2027-01-05', 'Asia/Tokyo', '2027-01-05T20:00:00Z')).toBe('2027-01-04T15:00:00Z')
})

test('a day begins after the hour that a clock change skips', () => {
  const skipped = valueOfDay('2018-11-04', 'America/Sao_Paulo', '')
  expect(skipped).toBe('2018-11-04T03:00:00Z')
})

test.each(['', '2', '2027-01-T', '2027-02-30', 'abc', '0000-01-01', '2011-12-30'])(
  'what is no day of the time zone stays as it is typed: “%s”',
  (typed) => {
    const value = valueOfDay(typed, 'Pacific/Apia', '2027-01-05T09:30:00Z')
    expect([value, dayOfValue(value, 'Pacific/Apia')]).toEqual([typed, typed])
  },
)

test('what is empty asks for nothing', () => {
  expect(policyPatch(policyValues(undefined))).toEqual({
    ...{ loginMethods: [], secondFactorFrom: null, longestSessionHours: null, inviteDomains: [] },
  })
})

test('what is no domain and what is no day are told', () => {
  expect(policyRules.safeParse({ secondFactorFrom: '', inviteDomains: 'a.example gmail.com' }).success).toBe(true)
  for (const wrong of [
    { secondFactorFrom: '2027-02-30', inviteDomains: '' },
    { secondFactorFrom: '2027-02-', inviteDomains: '' },
    { secondFactorFrom: '', inviteDomains: 'no domain@' },
  ])
    expect(policyRules.safeParse(wrong).success).toBe(false)
})

test.each([
  ['2027-03-16', 'twice', 'two weeks and three days before'],
  ['2027-03-15', 'soonAndLater', 'within two weeks'],
  ['2027-03-05', 'soonAndLater', 'more than three days ahead'],
  ['2027-03-04', 'soon', 'within three days'],
  ['2027-03-02', 'soon', 'tomorrow'],
  ['2027-03-01', 'never', 'today, which has begun'],
  ['2020-01-01', 'never', 'long past'],
] as const)('of %s, seen from the noon of 1 March, is promised: %s (%s)', (day, promised, _why) => {
  expect(noticeSchedule(`${day}T00:00:00Z`, Date.parse('2027-03-01T12:00:00Z'))).toBe(promised)
})
