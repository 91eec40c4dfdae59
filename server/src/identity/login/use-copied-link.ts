import { findCopiedLink } from '../../people/invitations/copied-links.store'
import { mailInstead } from '../../people/invitations/mail-instead'
import type { Change } from '../../platform/context'
import type { Account } from '../guessing/attempt.store'
import { hashOf } from '../own-secret'
import { awaitPasswords } from '../passwords/passwords.store'
import { lockUnproved } from '../proof/proof.store'
import { settleRight } from './settle'
import type { PasswordAttempt } from './try-password'

/** What became of a link that an administrator copied: it lets in, or the person has got a mail that does. */
export type CopiedLinkUse = 'opens' | 'mailed'

/** What a copied link is: 256 bits, as every secret of ours is written. */
const isSecret = (typed: string) => /^[\w-]{43}$/.test(typed)

/**
 * Looks whether what was typed as a password is the secret of a copied link, in the transaction that opens something by it. Undefined
 * for anything else: then the password was wrong.
 */
export async function useCopiedLink(
  change: Change,
  trial: PasswordAttempt,
  typed: string,
): Promise<{ account: Account; use: CopiedLinkUse } | undefined> {
  const { db, now } = change
  const { account, isCounted } = trial
  if (!account?.isUsable || !isCounted || !isSecret(typed)) return undefined
  await lockUnproved(db, account.id)
  const link = await findCopiedLink(db, { user: account.id, secretHash: hashOf(typed), now })
  if (!link) return undefined
  await settleRight(change, trial)
  if (!link.opens) {
    await mailInstead(change, link)
    return { account, use: 'mailed' }
  }
  await awaitPasswords(db, [account.id])
  return { account, use: 'opens' }
}
