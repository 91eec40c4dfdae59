import { expect, test } from 'vitest'
import { customerPatch, customerValues, endsTokens } from './customer-fields'

test('whoever loses a role loses their tokens, so that only additions can be undone', () => {
  const before = customerValues({ customerAdmins: ['a@nord.example'], apiUsers: ['b@nord.example'] })
  const added = customerValues({ customerAdmins: ['c@nord.example', 'a@nord.example'], apiUsers: ['b@nord.example'] })
  const replaced = customerValues({ customerAdmins: ['c@nord.example'], apiUsers: ['b@nord.example'] })
  expect(endsTokens('customerAdmins', before, added)).toBe(false)
  expect(endsTokens('customerAdmins', before, replaced)).toBe(true)
  expect(endsTokens('apiUsers', before, replaced)).toBe(false)
  expect(endsTokens('name', before, replaced)).toBe(false)
})

test('texts are trimmed, empty ones are null, and lists are sent as they are', () => {
  expect(customerPatch({ name: ' Nord ', baseUrl: ' ', kam: '', customerAdmins: [], timeZone: 'Europe/Oslo' })).toEqual(
    {
      ...{ name: 'Nord', baseUrl: null, kam: null, customerAdmins: [], timeZone: 'Europe/Oslo' },
    },
  )
})
