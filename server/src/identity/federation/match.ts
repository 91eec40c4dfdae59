import { companyIdOf } from '@lintel/contract/customers/company-id'
import { emailMatcher } from '@lintel/contract/customers/email-regex'
import { Problem } from '@lintel/contract/problems'
import type { Database } from '../../platform/database'
import { providerOfCompany, providersWithRegex } from './federation.store'

/** The provider that an address is forced to; hidden ones too, whose expressions no browser gets to see (security S11). */
export async function matchedProviderOf(db: Database, email: string): Promise<{ provider?: string; name?: string }> {
  const providers = await providersWithRegex(db)
  const found = providers.find(({ emailRegex }) => emailMatcher(emailRegex)(email.trim()))
  return found ? { provider: found.id, name: found.name } : {}
}

/** The provider that a company id means. Throws 404 `invalidCompanyId`. */
export async function companyProviderOf(db: Database, typed: string): Promise<{ provider: string; name: string }> {
  const companyId = companyIdOf(typed)
  const found = companyId === '' ? undefined : await providerOfCompany(db, companyId)
  if (!found) throw new Problem('invalidCompanyId', { pointer: '/companyId' })
  return { provider: found.id, name: found.name }
}
