import { expect, test } from 'vitest'
import { customerValues, endsTokens } from './customer-fields'

test('whoever loses a role loses their tokens, so that only additions can be undone', () => {
  const before = customerValues({ customerAdmins: ['a@nord.example'], apiUsers: ['b@nord.example'] })
  const added = customerValues({ customerAdmins: ['c@nord.example', 'a@nord.example'], apiUsers: ['b@nord.example'] })
  const replaced = customerValues({ customerAdmins: ['c@nord.example'], apiUsers: ['b@nord.example'] })
  expect(endsTokens('customerAdmins', before, added)).toBe(false)
  expect(endsTokens('customerAdmins', before, replaced)).toBe(true)
  expect(endsTokens('apiUsers', before, replaced)).toBe(false)
  expect(endsTokens('name', before, replaced)).toBe(false)
})
