import { loginEmail, supportsDomainSuffix } from '@lintel/contract/identity/login'
import type { Configuration } from '../../platform/configuration'

/** The email address of an entered username; some environments append a domain (account-portal chapter 5). */
export const emailOf = (username: string, { environment, domainSuffix }: Configuration): string =>
  loginEmail(username, supportsDomainSuffix(environment) ? domainSuffix : undefined)
