import { expect, test } from 'vitest'
import { activeCustomer } from './active-customer'

const customerAdminFor = [
  { id: 'nordbygg', name: 'Nordbygg', loginMethods: [] },
  { id: 'fjellbane', name: 'Fjellbane', loginMethods: [] },
]

test('the first customer that somebody administers is active when none was chosen', () => {
  expect(activeCustomer({ customerAdminFor }, undefined)?.id).toBe('nordbygg')
})

test('a choice is restored', () => {
  expect(activeCustomer({ customerAdminFor }, 'fjellbane')?.id).toBe('fjellbane')
})

test('a customer that the person no longer administers is not active, whatever was chosen', () => {
  expect(activeCustomer({ customerAdminFor }, 'elsewhere')?.id).toBe('nordbygg')
})

test('who administers none has no active customer', () => {
  expect(activeCustomer({ customerAdminFor: [] }, 'nordbygg')).toBeUndefined()
})
