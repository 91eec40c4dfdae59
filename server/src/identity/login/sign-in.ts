import type { FastifyReply } from 'fastify'
import type { Context } from '../../platform/context'
import type { Account } from '../guessing/attempt.store'
import type { Allowance } from '../guessing/failure-limit'
import type { IdentityServices } from '../identity-services'
import type { AuthenticatedPerson } from '../sessions/open-session'

/** The audit action of a sign-in. */
export const loginAction = 'session.login'

/** The values of the sign-in form. */
export interface Credentials {
  email: string
  password: string
  rememberMe: boolean
}

/** The context of a sign-in. */
export interface SignIn {
  services: IdentityServices
  context: Context
  reply: FastifyReply
  /** Present where browsers known to the account are exempt from the limit of their address. */
  allowance?: Allowance | undefined
}

/** The authentication by a verified password. */
export const toAuthenticatedPerson = (
  account: Account,
  { rememberMe, isTemporary }: { rememberMe: boolean; isTemporary: boolean },
): AuthenticatedPerson => ({
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
