import { emailMatcher } from '@lintel/contract/customers/email-regex'
import type { TestedPerson, TestedSignIn } from '@lintel/contract/identity/provider-tests'
import { isAuthoritativeFor } from '../../customers/domains/domains.store'
import type { Context } from '../../platform/context'
import type { Database } from '../../platform/database'
import { type Creation, creationOf } from '../federation/creation-of'
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

/**
 * The outcome that a sign-in with this identity would have, by the rules of `signInWithCode` and, where no account has the identity,
 * of `createAccount` with the address of the claims; changes nothing.
 */
export async function testedSignInOf(
  { db, configuration, now }: Pick<Context, 'db' | 'configuration' | 'now'>,
  { id, emailMatch }: Provider,
  key: IdentityKey,
  { email, isAllowed, isEmailVerified }: TestedPerson,
): Promise<TestedSignIn> {
  const linked = await findFederatedAccount(db, key, now)
  if (linked) return toOutcome('open', linked)
  // Whoever has no address claims types one, which is proved by mail.
  if (email === null) return { outcome: 'confirmByMail', account: null, refusal: null }
  const known = await findFederatedAccount(db, { provider: id, email }, now)
  if (known && emailMatch && isAllowed) return toOutcome('openByEmail', known)
  const isProved = isEmailVerified && (await isAuthoritativeFor(db, id, email))
  const creation = creationOf(known, { isProved, emailMatch, canAddUsers: configuration.canAddUsers })
  const outcome = creationOutcomes[creation]
  if (!known) return { outcome, account: null, refusal: creation === 'notAdded' ? creation : null }
  // A provider with `emailMatch` links nobody by password.
  return toOutcome(outcome, known, outcome === 'link' && emailMatch ? 'addressTaken' : null)
}

/** The outcome of a request for an account: an address that another account has leads to linking that by its password. */
const creationOutcomes: Record<Creation, TestedSignIn['outcome']> = {
  create: 'create',
  open: 'openByEmail',
  taken: 'link',
  verify: 'confirmByMail',
  notify: 'link',
  notAdded: 'refuse',
}

/** The outcome for an account, unless the account or `otherwise` refuses it. */
function toOutcome(
  outcome: TestedSignIn['outcome'],
  account: FederatedAccount,
  otherwise: TestedSignIn['refusal'] = null,
): TestedSignIn {
  const refusal = refusalReason(account) ?? otherwise
  return { outcome: refusal === null ? outcome : 'refuse', account: account.email, refusal }
}

/** The same as `refusalReason` of the sign-in, with distinct reasons. */
function refusalReason({ isUsable, isStaff, isAllowed }: FederatedAccount): TestedSignIn['refusal'] {
  if (!isUsable) return 'accountClosed'
  if (isStaff) return 'staffAccount'
  return isAllowed ? null : 'loginMethods'
}
