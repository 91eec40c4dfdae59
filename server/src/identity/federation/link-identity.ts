import { instantOf } from '../../platform/clock'
import type { Change } from '../../platform/context'
import { enqueueMail } from '../../platform/mail/mail'
import { proveMailbox } from '../proof/prove-mailbox'
import { type FederatedAccount, findProvider, type IdentityKey } from './federation.store'
import { addClaimedNames, addIdentity, type ClaimedNames } from './identities.store'

/** The account to which an identity is linked. */
export interface LinkedAccount {
  id: string
  email: string
  homeCustomer: string | null
}

/**
 * Links an identity in the transaction that authenticated the account, records it in the audit log and notifies the person
 * (security E5). Returns the id of the link; an identity that is linked to another account is a `conflict`.
 */
export async function linkIdentity(
  change: Change,
  account: LinkedAccount,
  identity: IdentityKey & { email: string | null },
): Promise<string> {
  const link = await linkWithoutNotice(change, account, identity)
  await notifyOfLink(change, account.id, identity.provider, 'linked', account.homeCustomer)
  return link
}

/** The same without a mail: for the person who has just followed the link of one to prove the mailbox. */
export async function linkWithoutNotice(
  change: Change,
  { id, email, homeCustomer }: LinkedAccount,
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
  return link
}

/**
 * Links an account to the provider that speaks for its address, which proves the mailbox: the credentials of whoever prepared
 * an unproved account are revoked, and the names are those of the provider (security E5).
 */
export async function verifyAndLinkIdentity(
  change: Change,
  account: FederatedAccount,
  identity: IdentityKey & ClaimedNames & { email: string | null },
): Promise<string> {
  if (await proveMailbox(change, account, 'provider')) await addClaimedNames(change.db, account.id, identity)
  return linkIdentity(change, account, identity)
}

/** Notifies a person by mail that an identity was linked to or unlinked from their account. */
export async function notifyOfLink(
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
