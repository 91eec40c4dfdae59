import { expect, test } from 'vitest'
import { methodNames } from './login-methods'

test('a login method is called by its provider’s name, a built-in one by plain words, an unknown one by its id', () => {
  const names = methodNames([{ id: 'partner', name: 'Partner Engineering' }], { COGNITO: 'Email and password' })
  expect(['partner', 'COGNITO', 'gone'].map(names.of)).toEqual(['Partner Engineering', 'Email and password', 'gone'])
})
