import { companyIdOf } from '@lintel/contract/customers/company-id'
import { emailMatcher } from '@lintel/contract/customers/email-regex'
import type { MatchedProvider } from '@lintel/contract/identity/federation'
import { Problem } from '@lintel/contract/problems'
import type { Database } from '../../platform/database'
import { providerOfCompany, providersWithRegex } from './federation.store'

/** The provider that an address is forced to; hidden ones too, whose expressions no browser gets to see (security S11). */
export async function matchedProviderOf(db: Database, email: string): Promise<Partial<MatchedProvider>> {
  const providers = await providersWithRegex(db)
  const found = providers.find(({ emailRegex }) => emailMatcher(emailRegex)(email.trim()))
  if (!found) return {}
  const { id, emailRegex: _, ...looks } = found
  return { provider: id, ...looks }
}

/** The provider that a company id means. Throws 404 `invalidCompanyId`. */
export async function companyProviderOf(db: Database, typed: string): Promise<MatchedProvider> {
  const companyId = companyIdOf(typed)
  const found = companyId === '' ? undefined : await providerOfCompany(db, companyId)
  if (!found) throw new Problem('invalidCompanyId', { pointer: '/companyId' })
  const { id, ...looks } = found
  return { provider: id, ...looks }
}
