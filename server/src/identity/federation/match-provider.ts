import { companyIdOf } from '@lintel/contract/customers/company-id'
import { emailMatcher } from '@lintel/contract/customers/email-regex'
import type { MatchedProvider } from '@lintel/contract/identity/federation'
import { Problem } from '@lintel/contract/problems'
import type { Database } from '../../platform/database'
import { providerOfCompany, providersWithRegex } from './federation.store'

/**
 * The provider that an email address must use, hidden providers included; their expressions are never sent to a browser
 * (security S11).
 */
export async function matchedProviderOf(db: Database, email: string): Promise<Partial<MatchedProvider>> {
  const providers = await providersWithRegex(db)
  const found = providers.find(({ emailRegex }) => emailMatcher(emailRegex)(email.trim()))
  if (!found) return {}
  const { id, emailRegex: _, ...button } = found
  return { provider: id, ...button }
}

/** The provider of a company id. Throws 404 `invalidCompanyId`. */
export async function companyProviderOf(db: Database, typed: string): Promise<MatchedProvider> {
  const companyId = companyIdOf(typed)
  const found = companyId === '' ? undefined : await providerOfCompany(db, companyId)
  if (!found) throw new Problem('invalidCompanyId', { pointer: '/companyId' })
  const { id, ...button } = found
  return { provider: id, ...button }
}
