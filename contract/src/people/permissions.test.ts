import { expect, test } from 'vitest'
import {
  administers,
  anonymous,
  isCustomerAdministrator,
  isStaff,
  mayCreateProject,
  type Person,
  readsCustomer,
} from './permissions'

const person = (more: Partial<Person> = {}): Person => ({
  kind: 'person',
  id: 'internal',
  email: 'kari@nord.example',
  isStaff: false,
  administers: [],
  readsFor: [],
  homeCustomer: null,
  guestOf: null,
  sessionId: 'session',
  method: 'password',
  provedAt: '2026-03-01T10:00:00Z',
  restriction: null,
  ...more,
})

test('administrators administer their own customers only, staff all', () => {
  const kari = person({ administers: ['nord'] })
  expect(administers(kari, 'nord')).toBe(true)
  expect(administers(kari, 'sør')).toBe(false)
  expect(administers(kari, null)).toBe(false)
  expect(administers(person({ isStaff: true }), 'sør')).toBe(true)
  expect(administers(anonymous, 'nord')).toBe(false)
})

test('API users read what administrators read, and administer nothing', () => {
  const api = person({ readsFor: ['nord'] })
  expect(readsCustomer(api, 'nord')).toBe(true)
  expect(readsCustomer(api, 'sør')).toBe(false)
  expect(administers(api, 'nord')).toBe(false)
  expect(isCustomerAdministrator(api)).toBe(false)
})

test('G6: a guest session carries none of the rights that its person has elsewhere', () => {
  const guest = person({ administers: ['nord'], readsFor: ['nord'], isStaff: true, guestOf: 'bridge', method: 'guest' })
  expect([administers(guest, 'nord'), readsCustomer(guest, 'nord'), isStaff(guest)]).toEqual([false, false, false])
  expect(isCustomerAdministrator(guest)).toBe(false)
  expect(mayCreateProject(guest, 'production')).toBe(false)
})

test('creating a project takes a password session or a customer to administer; on-premise, staff', () => {
  expect(mayCreateProject(person(), 'production')).toBe(true)
  expect(mayCreateProject(person({ method: 'federation' }), 'production')).toBe(false)
  expect(mayCreateProject(person({ method: 'federation', administers: ['nord'] }), 'production')).toBe(true)
  expect(mayCreateProject(person({ administers: ['nord'] }), 'onpremise')).toBe(false)
  expect(mayCreateProject(person({ isStaff: true }), 'onpremise')).toBe(true)
})
