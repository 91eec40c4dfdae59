import { expect, test } from 'vitest'
import { inheritedMethods, methodNames } from './login-methods'

test('a login method is called by its provider’s name, a built-in one by plain words, an unknown one by its id', () => {
  const names = methodNames([{ id: 'partner', name: 'Partner Engineering' }], { COGNITO: 'Email and password' })
  expect(['partner', 'COGNITO', 'gone'].map(names.of)).toEqual(['Partner Engineering', 'Email and password', 'gone'])
})

test('without methods of their own a member has the project’s, else the customer’s', () => {
  expect(inheritedMethods(['partner'], ['COGNITO'])).toEqual(['partner'])
  expect(inheritedMethods([], ['COGNITO'])).toEqual(['COGNITO'])
  expect(inheritedMethods([], [])).toEqual([])
})
