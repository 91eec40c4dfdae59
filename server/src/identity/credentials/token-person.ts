import type { Person } from '@lintel/contract/people/permissions'

/** The person of a token, and the token's id. */
interface TokenOwner {
  id: string
  userId: string
  email: string
  homeCustomer: string | null
  loginMethod: string | null
}

/** The roles at customers that a token gives. */
type TokenRoles = Pick<Person, 'administers' | 'readsFor' | 'closedCustomers'>

/** The actor of a token: no member, guest or staff, and never recently authenticated, however new the token is. */
export const tokenPerson = (
  { id, userId, email, homeCustomer, loginMethod }: TokenOwner,
  roles: TokenRoles,
): Person => ({
  kind: 'person',
  id: userId,
  email,
  isStaff: false,
  ...roles,
  homeCustomer,
  guestOf: null,
  sessionId: id,
  method: 'password',
  loginMethod,
  provedAt: '1970-01-01T00:00:00Z',
  restriction: null,
})

/** What is said of an ended token. */
export const endDetail = (token: string, reason: string): string =>
  `The ${token} ${reason === 'over' ? 'has expired' : reason === 'revoked' ? 'was revoked' : 'has ended'}`
