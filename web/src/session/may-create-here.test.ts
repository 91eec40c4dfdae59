import type { CurrentUser } from '@lintel/contract/people/users'
import { expect, test } from 'vitest'
import { mayCreateHere } from './may-create-here'

const computer = { userAgent: 'Mozilla/5.0 (X11; Linux) AppleWebKit/537.36 Chrome/130.0', maxTouchPoints: 0 }
const iphone = { userAgent: 'Mozilla/5.0 (iPhone) AppleWebKit/605 CriOS/130 Mobile', maxTouchPoints: 5 }
const person = (attributes: Partial<CurrentUser>) =>
  ({
    ...{ id: 'anna@nordbygg.example', email: 'anna@nordbygg.example', role: null, guestOf: null, restriction: null },
    ...{ method: 'password', loginMethod: 'COGNITO', customerAdminFor: [], apiUserFor: [] },
    ...attributes,
  }) as unknown as CurrentUser
const nord = { id: 'nord', name: 'Nordbygg AS', loginMethods: [] }
const people = {
  employee: person({}),
  administrator: person({ method: 'federation', loginMethod: 'nord', customerAdminFor: [nord] }),
  staff: person({ role: 'rendra_staff', loginMethod: null }),
  federated: person({ method: 'federation', loginMethod: 'nord' }),
}

test.each([
  ['employee', true, false],
  ['administrator', true, false],
  ['staff', true, true],
  ['federated', false, false],
] as const)('%s: may create a project %s, on-premise %s, and on iOS never', (name, inTheCloud, onPremise) => {
  for (const [environment, may] of [
    ['production', inTheCloud],
    ['onpremise', onPremise],
  ] as const) {
    expect([environment, mayCreateHere(people[name], { environment }, computer)]).toEqual([environment, may])
    expect(mayCreateHere(people[name], { environment }, iphone)).toBe(false)
  }
})
