import type { FastifyReply } from 'fastify'
import type { Context } from '../../platform/context'
import type { Allowance } from '../guessing/failure-limit'
import type { IdentityServices } from '../identity-services'

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
