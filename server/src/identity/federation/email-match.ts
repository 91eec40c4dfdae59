import { emailMatcher } from '@lintel/contract/customers/email-regex'
import { speaksFor } from '../../customers/domains/domains.store'
import type { Database } from '../../platform/database'
import type { Provider } from './federation.store'

/** What a provider says of an address. */
export interface VouchedEmail {
  email?: string | undefined | null
  emailVerified: boolean
}

/**
 * The address *is* the person: the provider has `emailMatch`, speaks for the address's domain, verified the address, and the address
 * matches its expression as a whole (security E5). Everything must hold.
 */
export async function isMatchedEmail(
  db: Database,
  { id, emailMatch, emailRegex }: Pick<Provider, 'id' | 'emailMatch' | 'emailRegex'>,
  { email, emailVerified }: VouchedEmail,
): Promise<boolean> {
  if (!emailMatch || !emailVerified || !email) return false
  return (emailRegex === null || emailMatcher(emailRegex)(email)) && speaksFor(db, id, email)
}
