import { emailMatcher } from '@lintel/contract/customers/email-regex'
import { isAuthoritativeFor } from '../../customers/domains/domains.store'
import type { Database } from '../../platform/database'
import type { Provider } from './federation.store'

/** The email claims of a provider. */
export interface ProviderEmail {
  email?: string | undefined | null
  emailVerified: boolean
}

/**
 * Whether the address identifies the account: the provider has `emailMatch`, speaks for the domain of the address and verified
 * the address, and the whole address matches its expression (security E5). In a transaction, the domain and its customer stay
 * locked until it ends.
 */
export async function isMatchedEmail(
  db: Database,
  { id, emailMatch, emailRegex }: Pick<Provider, 'id' | 'emailMatch' | 'emailRegex'>,
  { email, emailVerified }: ProviderEmail,
): Promise<boolean> {
  if (!emailMatch || !emailVerified || !email) return false
  return (emailRegex === null || emailMatcher(emailRegex)(email)) && isAuthoritativeFor(db, id, email)
}
