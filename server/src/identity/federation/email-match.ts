import { emailMatcher } from '@lintel/contract/customers/email-regex'
import type { Provider } from './federation.store'

/** What a provider says of an address. */
export interface VouchedEmail {
  email: string | undefined | null
  emailVerified: boolean
}

/** Staff bound the provider to the domain of the address: what it says of that address is the owner's word. */
export const ownsDomain = ({ emailDomains }: Pick<Provider, 'emailDomains'>, email: string): boolean =>
  emailDomains.includes(email.slice(email.lastIndexOf('@') + 1))

/**
 * The address *is* the person: the provider has `emailMatch`, is bound to the address's domain by staff, verified the
 * address, and the address matches its expression as a whole (security E5). Everything must hold.
 */
export function isMatchedEmail(
  { emailMatch, emailDomains, emailRegex }: Pick<Provider, 'emailMatch' | 'emailDomains' | 'emailRegex'>,
  { email, emailVerified }: VouchedEmail,
): boolean {
  if (!emailMatch || !emailVerified || !email) return false
  return ownsDomain({ emailDomains }, email) && (emailRegex === null || emailMatcher(emailRegex)(email))
}
