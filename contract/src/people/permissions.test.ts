import { expect, test } from 'vitest'
import {
  administers,
  administersAny,
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
  closedCustomers: [],
  homeCustomer: null,
  guestOf: null,
  sessionId: 'session',
  method: 'password',
  loginMethod: 'COGNITO',
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

test('administrators of some customer and staff administer any, API users and whoever is signed out none', () => {
  const administering = [person({ administers: ['nord'] }), person({ isStaff: true })]
  expect(administering.map(administersAny)).toEqual([true, true])
  expect([person(), person({ readsFor: ['nord'] }), anonymous].map(administersAny)).toEqual([false, false, false])
})

test('G6: a guest session carries none of the rights that its person has elsewhere', () => {
  const guest = person({ administers: ['nord'], readsFor: ['nord'], isStaff: true, guestOf: 'bridge', method: 'guest' })
  expect([administers(guest, 'nord'), readsCustomer(guest, 'nord'), isStaff(guest)]).toEqual([false, false, false])
  expect([isCustomerAdministrator(guest), administersAny(guest)]).toEqual([false, false])
  expect(mayCreateProject(guest, 'production')).toBe(false)
})

const nobody = {}
const administrator = { administers: ['nord'] }
const staff = { isStaff: true }

// Person, session, may create a project: elsewhere, on-premise.
test.each([
  ['anybody', nobody, 'password', true, false],
  ['anybody', nobody, 'federation', false, false],
  ['an administrator', administrator, 'password', true, false],
  ['an administrator', administrator, 'federation', true, false],
  ['an API user', { readsFor: ['nord'] }, 'federation', false, false],
  ['staff', staff, 'password', true, true],
  ['staff', staff, 'federation', false, false],
  ['staff who administer a customer', { ...administrator, ...staff }, 'federation', true, true],
  ['a guest', { ...nobody, guestOf: 'bridge' }, 'guest', false, false],
  ['a guest who is an administrator', { ...administrator, guestOf: 'bridge' }, 'guest', false, false],
  ['a guest who is staff', { ...administrator, ...staff, guestOf: 'bridge' }, 'guest', false, false],
] as const)(
  'creating a project takes a password session or a customer to administer; on-premise, staff: %s (%#)',
  (_, who, method, elsewhere, onPremise) => {
    const actor = person({ ...who, method } as Partial<Person>)
    for (const environment of ['local', 'development', 'staging', 'production', 'deploy'] as const)
      expect([environment, mayCreateProject(actor, environment)]).toEqual([environment, elsewhere])
    expect(mayCreateProject(actor, 'onpremise')).toBe(onPremise)
  },
)

test('nobody who is not signed in creates a project', () => {
  expect(mayCreateProject(anonymous, 'production')).toBe(false)
})
