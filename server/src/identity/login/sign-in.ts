import type { FastifyReply } from 'fastify'
import type { Context } from '../../platform/context'
import type { Account } from '../guessing/attempt.store'
import type { Allowance } from '../guessing/counting-failures'
import type { IdentityServices } from '../identity-services'
import type { Proven } from '../sessions/open-session'

/** What the audit trail calls it. */
export const loginAction = 'session.login'

/** What was typed into the sign-in form. */
export interface Typed {
  email: string
  password: string
  rememberMe: boolean
}

/** What a sign-in works with. */
export interface SignIn {
  services: IdentityServices
  context: Context
  reply: FastifyReply
  /** Where a browser that the account knows is not concerned by what its address has left. */
  allowance?: Allowance | undefined
}

/** What a right password proves. */
export const provenBy = (
  account: Account,
  { rememberMe, isTemporary }: { rememberMe: boolean; isTemporary: boolean },
): Proven => ({
  userId: account.id,
  email: account.email,
  isStaff: account.isStaff,
  isAdministrator: account.isAdministrator,
  homeCustomer: account.homeCustomer,
  mustUpdatePassword: account.mustUpdatePassword || isTemporary,
  method: 'password',
  secondFactor: false,
  rememberMe,
})
