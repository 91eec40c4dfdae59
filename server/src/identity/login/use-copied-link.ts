import { findCopiedLink, ownerOfCopiedLink } from '../../people/invitations/copied-links.store'
import { mailInvitationInstead } from '../../people/invitations/mail-invitation-instead'
import type { Change } from '../../platform/context'
import type { Account } from '../guessing/attempt.store'
import { requirePasswordSetup } from '../passwords/passwords.store'
import { lockAccountProof } from '../proof/proof.store'
import { hashSecret, isSecret } from '../random-secret'
import { recordVerifiedAttempt } from './record-attempt'
import type { PasswordAttempt } from './try-password'

/** The result of a copied link: it signs in, or a link that does was mailed. */
export type CopiedLinkUse = 'opens' | 'mailed'

/**
 * Checks whether the entered password is the secret of a copied link, in the transaction that signs in by it. Undefined
 * otherwise: the password was wrong. The secret is looked up before the account is considered, so that a wrong one costs the
 * same for every username (security B7).
 */
export async function useCopiedLink(
  change: Change,
  attempt: PasswordAttempt,
  typed: string,
): Promise<{ account: Account; use: CopiedLinkUse } | undefined> {
  const { db, now } = change
  const { account, isCounted } = attempt
  if (!isSecret(typed)) return undefined
  const secretHash = hashSecret(typed)
  const owner = await ownerOfCopiedLink(db, secretHash)
  if (!isCounted || !account?.isUsable || owner !== account.id) return undefined
  await lockAccountProof(db, account.id)
  const link = await findCopiedLink(db, { user: account.id, secretHash, now })
  if (!link) return undefined
  await recordVerifiedAttempt(change, attempt)
  if (!link.opens) {
    await mailInvitationInstead(change, link)
    return { account, use: 'mailed' }
  }
  await requirePasswordSetup(db, [account.id])
  return { account, use: 'opens' }
}
