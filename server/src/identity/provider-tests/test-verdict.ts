import { emailMatcher } from '@lintel/contract/customers/email-regex'
import type { TestedPerson, TestedSignIn } from '@lintel/contract/identity/provider-tests'
import { speaksFor } from '../../customers/domains/domains.store'
import type { Database } from '../../platform/database'
import {
  accountAsItStands,
  type FederatedAccount,
  type IdentityKey,
  type Provider,
} from '../federation/federation.store'
import type { Claims } from '../federation/open-id-providers'

/** What a provider told of a person, and whether the address is taken for them. By the provider's settings alone: no account is looked at. */
export async function testedPersonOf(
  db: Database,
  { id, emailMatch, emailRegex }: Pick<Provider, 'id' | 'emailMatch' | 'emailRegex'>,
  { email, emailVerified }: Claims,
  received: Record<string, unknown>,
): Promise<TestedPerson> {
  const findings: TestedPerson['findings'] = []
  if (email === undefined) findings.push('noEmail')
  else {
    if (!emailVerified) findings.push('emailNotVerified')
    if (emailRegex !== null && !emailMatcher(emailRegex)(email)) findings.push('outsideExpression')
    if (emailMatch && !(await speaksFor(db, id, email))) findings.push('outsideDomains')
  }
  return {
    claims: received,
    email: email ?? null,
    isEmailVerified: emailVerified,
    findings,
    // As `isMatchedEmail` asks it: where the address is the person, everything has to hold.
    isAllowed: !emailMatch || findings.length === 0,
  }
}

/** What a sign-in with this would come to, as `signInWithCode` decides it; nothing is changed, nobody is signed in. */
export async function testedSignInOf(
  db: Database,
  provider: Provider,
  key: IdentityKey,
  { email, isAllowed, isEmailVerified }: TestedPerson,
  now: number,
): Promise<TestedSignIn> {
  const linked = await accountAsItStands(db, key, now)
  if (linked) return opened('open', linked)
  const isTaken = provider.emailMatch && isAllowed
  const known = email === null ? undefined : await accountAsItStands(db, { provider: provider.id, email }, now)
  if (known && isTaken) return opened('openByEmail', known)
  if (known && !provider.emailMatch) return opened('link', known)
  const speaks = email !== null && isEmailVerified && (await speaksFor(db, provider.id, email))
  return { outcome: speaks && !known ? 'create' : 'confirmByMail', account: known?.email ?? null, refusal: null }
}

function opened(outcome: 'open' | 'openByEmail' | 'link', account: FederatedAccount): TestedSignIn {
  const refusal = refusalOf(account)
  return { outcome: refusal === null ? outcome : 'refuse', account: account.email, refusal }
}

/** The same as `refusalOf` of the sign-in, told apart. */
function refusalOf({ isUsable, isStaff, isAllowed }: FederatedAccount): TestedSignIn['refusal'] {
  if (!isUsable) return 'accountClosed'
  if (isStaff) return 'staffAccount'
  return isAllowed ? null : 'loginMethods'
}
