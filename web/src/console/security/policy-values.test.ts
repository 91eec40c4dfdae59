import { expect, test } from 'vitest'
import { noticeSchedule, policyPatch, policyRules, policyValues } from './policy-values'

test('a policy comes back from its form as it went in', () => {
  const secondFactorFrom = new Date(2027, 0, 5).toISOString()
  const policy = {
    loginMethods: ['COGNITO'],
    secondFactorFrom,
    longestSessionHours: 12,
    inviteDomains: ['a.example', 'b.example'],
  }
  expect(policyValues(policy)).toMatchObject({ secondFactorFrom: '2027-01-05', inviteDomains: 'a.example, b.example' })
  expect(policyPatch(policyValues(policy))).toEqual(policy)
})

test('what is empty asks for nothing', () => {
  expect(policyPatch(policyValues(undefined))).toEqual({
    ...{ loginMethods: [], secondFactorFrom: null, longestSessionHours: null, inviteDomains: [] },
  })
})

test('what is no domain and what is no day are told', () => {
  expect(policyRules.safeParse({ secondFactorFrom: '', inviteDomains: 'a.example b.example' }).success).toBe(true)
  for (const wrong of [
    { secondFactorFrom: '2027-02-30', inviteDomains: '' },
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
  expect(noticeSchedule(day, new Date(2027, 2, 1, 12).getTime())).toBe(promised)
})
