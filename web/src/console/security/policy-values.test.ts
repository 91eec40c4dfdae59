import { expect, test } from 'vitest'
import { policyPatch, policyRules, policyValues } from './policy-values'

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
