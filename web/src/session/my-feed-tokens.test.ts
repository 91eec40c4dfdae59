import { expect, test } from 'vitest'
import { feedCustomers } from './my-feed-tokens'

const nord = { id: 'n', name: 'Nordbygg', loginMethods: [] }
const syd = { id: 's', name: 'Sydbygg', loginMethods: [] }
const person = { role: null, guestOf: null, customerAdminFor: [nord], apiUserFor: [nord, syd] }

test('D10: a feed token is of a customer that one administers or reads, each once', () => {
  expect(feedCustomers(person)).toEqual([nord, syd])
  expect(feedCustomers({ ...person, customerAdminFor: [], apiUserFor: [] })).toEqual([])
})

test('D10: staff and guests have none', () => {
  expect(feedCustomers({ ...person, role: 'rendra_staff' })).toEqual([])
  expect(feedCustomers({ ...person, guestOf: 'p1' })).toEqual([])
})
