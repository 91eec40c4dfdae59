import { expect, test } from 'vitest'
import { effectiveMethods } from './login-methods'
import { methodsWithSecondFactor } from './methods-with-second-factor'

test('without methods of their own a member has the project’s, else the customer’s', () => {
  expect(effectiveMethods(['partner'], ['COGNITO'])).toEqual(['partner'])
  expect(effectiveMethods([], ['COGNITO'])).toEqual(['COGNITO'])
  expect(effectiveMethods([], [])).toEqual([])
})

test('where a second factor is required the password counts with it only, and any method is any other', () => {
  const known = ['COGNITO', 'COGNITO_MFA', 'nord', 'partner']
  expect(methodsWithSecondFactor(['partner', 'COGNITO'], known)).toEqual(['partner', 'COGNITO_MFA'])
  expect(methodsWithSecondFactor(['COGNITO_MFA', 'COGNITO'], known)).toEqual(['COGNITO_MFA'])
  expect(methodsWithSecondFactor([], known)).toEqual(['COGNITO_MFA', 'nord', 'partner'])
})
