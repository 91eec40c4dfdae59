import { completesUsernames, loginEmail } from '@lintel/contract/identity/login'
import type { Configuration } from '../../platform/configuration'

/** The email that a typed username stands for; only some environments complete it (account-portal chapter 5). */
export const emailOf = (username: string, { environment, domainSuffix }: Configuration): string =>
  loginEmail(username, completesUsernames(environment) ? domainSuffix : undefined)
