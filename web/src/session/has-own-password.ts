import type { CurrentUser } from '@lintel/contract/people/users'

/** Whether the person signed in with a password of their own, neither at a provider nor as a guest: only then can it be changed here. */
export const hasOwnPassword = ({ method, guestOf }: Pick<CurrentUser, 'method' | 'guestOf'>): boolean =>
  method === 'password' && guestOf === null
