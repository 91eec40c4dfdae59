import { type CustomerRole, openCustomerRoles, type Person } from '@lintel/contract/people/permissions'
import type { CurrentUser, readCurrentUser } from '@lintel/contract/people/users'
import { queryOptions } from '@tanstack/react-query'
import { callApi } from '../api/call-api'
import { firstCalls } from '../api/first-calls'

/** The signed-in person. Fails like `callApi`. */
export const currentUser = queryOptions({
  queryKey: ['current-user'],
  queryFn: ({ signal }) => callApi<typeof readCurrentUser>(firstCalls.readCurrentUser, { signal }),
})

/** The signed-in person as the contract's permissions expect. Fields known only to the server get harmless values. */
export const actorOf = (user: CurrentUser): Person => ({
  kind: 'person',
  id: user.id,
  email: user.email,
  isStaff: user.role !== null,
  ...openCustomerRoles(user.loginMethod, [
    ...user.customerAdminFor.map((customer) => customerRole(customer, 'administers')),
    ...user.apiUserFor.map((customer) => customerRole(customer, 'readsFor')),
  ]),
  homeCustomer: null,
  guestOf: user.guestOf,
  sessionId: '',
  method: user.method,
  loginMethod: user.loginMethod,
  provedAt: '',
  restriction: user.restriction,
})

const customerRole = (
  { id, loginMethods }: CurrentUser['customerAdminFor'][number],
  role: CustomerRole['role'],
): CustomerRole => ({ customer: id, role, loginMethods })

/** Two initials: of the given and family name, else of the email. */
export function initials({
  givenName,
  familyName,
  email,
}: Pick<CurrentUser, 'givenName' | 'familyName' | 'email'>): string {
  const letters = [givenName, familyName].map((name) => [...name.trim()][0] ?? '').join('')
  return (letters || [...email].slice(0, 2).join('')).toLocaleUpperCase()
}

/** True when a password has to be set first; only who signed in by one can be asked for it. */
export const mustSetPassword = ({ mustUpdatePassword, method }: CurrentUser): boolean =>
  mustUpdatePassword && method === 'password'

/** True when the profile must be completed before the project list (account-portal chapter 2). */
export const mustVisitProfile = (user: CurrentUser): boolean => user.mustUpdateProfile || mustSetPassword(user)
