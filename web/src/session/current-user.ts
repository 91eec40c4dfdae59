import { type CustomerOffice, openOffices, type Person } from '@lintel/contract/people/permissions'
import type { CurrentUser, readCurrentUser } from '@lintel/contract/people/users'
import { queryOptions } from '@tanstack/react-query'
import { ask } from '../api/ask'
import { firstCalls } from '../api/first-calls'

/** The signed-in person. Fails like `ask`. */
export const currentUser = queryOptions({
  queryKey: ['current-user'],
  queryFn: ({ signal }) => ask<typeof readCurrentUser>(firstCalls.readCurrentUser, { signal }),
})

/** The person as the contract's permissions ask about them. What only the server knows is left at its harmless value. */
export const actorOf = (user: CurrentUser): Person => ({
  kind: 'person',
  id: user.id,
  email: user.email,
  isStaff: user.role !== null,
  ...openOffices(user.loginMethod, [
    ...user.customerAdminFor.map((customer) => office(customer, 'administers')),
    ...user.apiUserFor.map((customer) => office(customer, 'readsFor')),
  ]),
  homeCustomer: null,
  guestOf: user.guestOf,
  sessionId: '',
  method: user.method,
  loginMethod: user.loginMethod,
  provedAt: '',
  restriction: user.restriction,
})

const office = (
  { id, loginMethods }: CurrentUser['customerAdminFor'][number],
  held: CustomerOffice['office'],
): CustomerOffice => ({ customer: id, office: held, loginMethods })

/** Two letters for a person: of the first and last name, else of the email. */
export function initials({
  givenName,
  familyName,
  email,
}: Pick<CurrentUser, 'givenName' | 'familyName' | 'email'>): string {
  const letters = [givenName, familyName].map((name) => [...name.trim()][0] ?? '').join('')
  return (letters || [...email].slice(0, 2).join('')).toLocaleUpperCase()
}

/** The password has to be set before anything else; not a concern of those who signed in at a provider. */
export const mustSetPassword = ({ mustUpdatePassword, method }: CurrentUser): boolean =>
  mustUpdatePassword && method !== 'federation'

/** The profile comes before the project list (account-portal chapter 2). */
export const mustVisitProfile = (user: CurrentUser): boolean => user.mustUpdateProfile || mustSetPassword(user)
