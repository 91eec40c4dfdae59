import { instantOf } from '../../platform/clock'
import type { Change } from '../../platform/context'
import { enqueueMail } from '../../platform/mail/mail'
import { proveMailbox } from '../proof/prove-mailbox'
import { type FederatedAccount, findProvider, type IdentityKey } from './federation.store'
import { addIdentity } from './identities.store'

/** Whose account it becomes a way into. */
export interface Linked {
  id: string
  email: string
  homeCustomer: string | null
}

/**
 * Links an identity in the transaction of what proved the account, and tells the trail and the person (security E5). Gives
 * the link's id; somebody else's identity is a `conflict`.
 */
export async function linkTo(
  change: Change,
  { id, email, homeCustomer }: Linked,
  identity: IdentityKey & { email: string | null },
): Promise<string> {
  const link = await addIdentity(change.db, id, identity, change.now)
  change.audit({
    action: 'federation.link',
    customer: homeCustomer,
    actor: { id, email },
    target: { type: 'external-identities', id: link },
    after: { provider: identity.provider, issuer: identity.issuer, subject: identity.subject },
  })
  await noticeLink(change, id, identity.provider, 'linked', homeCustomer)
  return link
}

/**
 * Links an account to the provider that speaks for its address, which proves the mailbox: whoever prepared an account that was not
 * proved has no way back (security E5).
 */
export async function takeOver(
  change: Change,
  account: FederatedAccount,
  identity: IdentityKey & { email: string | null },
): Promise<string> {
  await proveMailbox(change, account, 'provider')
  return linkTo(change, account, identity)
}

/** Tells a person by mail that a way into their account came or went. */
export async function noticeLink(
  change: Change,
  userId: string,
  provider: string,
  event: 'linked' | 'unlinked',
  customer: string | null,
): Promise<void> {
  const named = await findProvider(change.db, provider)
  await enqueueMail(change, {
    to: userId,
    kind: event === 'linked' ? 'provider-linked' : 'provider-unlinked',
    values: { provider: named?.name ?? provider, at: instantOf(change.now), ip: change.origin.ip },
    customer,
  })
}
