import { emailMatcher } from '@lintel/contract/customers/email-regex'
import type { TestedPerson, TestedSignIn } from '@lintel/contract/identity/provider-tests'
import { isAuthoritativeFor } from '../../customers/domains/domains.store'
import type { Database } from '../../platform/database'
import {
  type FederatedAccount,
  findFederatedAccount,
  type IdentityKey,
  type Provider,
} from '../federation/federation.store'
import type { ProviderClaims } from '../federation/open-id-providers'

/**
 * The claims of a provider about a person, and whether the email address is accepted. Only depends on the settings of the
 * provider, not on any account.
 */
export async function testedPersonOf(
  db: Database,
  { id, emailMatch, emailRegex }: Pick<Provider, 'id' | 'emailMatch' | 'emailRegex'>,
  { email, emailVerified }: ProviderClaims,
  rawClaims: Record<string, unknown>,
): Promise<TestedPerson> {
  const findings: TestedPerson['findings'] = []
  if (email === undefined) findings.push('noEmail')
  else {
    if (!emailVerified) findings.push('emailNotVerified')
    if (emailRegex !== null && !emailMatcher(emailRegex)(email)) findings.push('outsideExpression')
    if (emailMatch && !(await isAuthoritativeFor(db, id, email))) findings.push('outsideDomains')
  }
  return {
    claims: rawClaims,
    email: email ?? null,
    isEmailVerified: emailVerified,
    findings,
    // The same conditions as `isMatchedEmail`: with `emailMatch` all must hold.
    isAllowed: !emailMatch || findings.length === 0,
  }
}

/** The outcome that a sign-in with this identity would have, by the rules of `signInWithCode`; changes nothing. */
export async function testedSignInOf(
  db: Database,
  provider: Provider,
  key: IdentityKey,
  { email, isAllowed, isEmailVerified }: TestedPerson,
  now: number,
): Promise<TestedSignIn> {
  const linked = await findFederatedAccount(db, key, now)
  if (linked) return toOutcome('open', linked)
  const isEmailAccepted = provider.emailMatch && isAllowed
  const known = email === null ? undefined : await findFederatedAccount(db, { provider: provider.id, email }, now)
  if (known && isEmailAccepted) return toOutcome('openByEmail', known)
  if (known && !provider.emailMatch) return toOutcome('link', known)
  const isTrustedEmail = email !== null && isEmailVerified && (await isAuthoritativeFor(db, provider.id, email))
  return {
    outcome: isTrustedEmail && !known ? 'create' : 'confirmByMail',
    account: known?.email ?? null,
    refusal: null,
  }
}

function toOutcome(outcome: 'open' | 'openByEmail' | 'link', account: FederatedAccount): TestedSignIn {
  const refusal = refusalReason(account)
  return { outcome: refusal === null ? outcome : 'refuse', account: account.email, refusal }
}

/** The same as `refusalReason` of the sign-in, with distinct reasons. */
function refusalReason({ isUsable, isStaff, isAllowed }: FederatedAccount): TestedSignIn['refusal'] {
  if (!isUsable) return 'accountClosed'
  if (isStaff) return 'staffAccount'
  return isAllowed ? null : 'loginMethods'
}
