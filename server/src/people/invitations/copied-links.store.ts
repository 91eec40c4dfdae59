import { sql } from 'kysely'
import { isClaimed } from '../../identity/account.store'
import { instantOf } from '../../platform/clock'
import type { Transaction } from '../../platform/database'
import type { Invited } from './invitation-mail'

/** A link to be saved that an administrator copied. */
export interface NewCopiedLink {
  invitation: string
  user: string
  by: string
  secretHash: Buffer
  /** Null for a guest's link, which expires with the membership. */
  expiresAt: string | null
}

/** Saves a copied link, replacing an earlier one of the same invitation. */
export async function saveCopiedLink(db: Transaction, link: NewCopiedLink, now: number): Promise<void> {
  const values = {
    user_id: link.user,
    secret_hash: link.secretHash,
    copied_by: link.by,
    created_at: instantOf(now),
    expires_at: link.expiresAt,
    mailed_at: null,
  }
  await db
    .insertInto('copied_link')
    .values({ invitation_id: link.invitation, ...values })
    .onConflict((conflict) => conflict.column('invitation_id').doUpdateSet(values))
    .execute()
}

/** Locks the copied link of an invitation; undefined when it was removed meanwhile. */
export const lockCopiedLink = (
  db: Transaction,
  invitation: string,
): Promise<Pick<UsedCopiedLink, 'by' | 'mailedAt'> | undefined> =>
  db
    .selectFrom('copied_link')
    .select(['copied_by as by', 'mailed_at as mailedAt'])
    .where('invitation_id', '=', invitation)
    .forUpdate()
    .executeTakeFirst()

/** A copied link being used, with its invitation. */
export interface UsedCopiedLink extends Invited {
  invitation: string
  /** Who copied it; null when that account was deleted. */
  by: string | null
  /**
   * Whether the link signs in to the account: it has no password, provider or second factor yet, and the link was
   * copied by staff or by the customer that created the account while its email is unverified.
   */
  opens: boolean
  mailedAt: string | null
}

/** Finds the account of a copied link by its secret alone, so that a wrong secret costs the same for every account. */
export async function ownerOfCopiedLink(db: Transaction, secretHash: Buffer): Promise<string | undefined> {
  const link = await db
    .selectFrom('copied_link')
    .select('user_id as user')
    .where('secret_hash', '=', secretHash)
    .executeTakeFirst()
  return link?.user
}

/** Finds and locks a copied link that is used as a password; the caller has locked the account's row. */
export const findCopiedLink = (
  db: Transaction,
  { user, secretHash, now }: { user: string; secretHash: Buffer; now: number },
): Promise<UsedCopiedLink | undefined> =>
  db
    .selectFrom('copied_link as link')
    .innerJoin('invitation', 'invitation.id', 'link.invitation_id')
    .innerJoin('app_user', 'app_user.id', 'link.user_id')
    .leftJoin('app_user as copier', 'copier.id', 'link.copied_by')
    .leftJoin('project_member as member', (join) =>
      join.onRef('member.project_id', '=', 'invitation.project_id').onRef('member.user_id', '=', 'invitation.user_id'),
    )
    .select(['invitation.id as invitation', 'invitation.project_id as project', 'invitation.customer_id as customer'])
    .select(['link.user_id as user', 'copier.id as by', 'invitation.privilege_level as privilegeLevel'])
    .select(['member.expiration_date as expirationDate', 'link.mailed_at as mailedAt'])
    .select(
      sql<boolean>`(
        not ${isClaimed} and (copier.role is not null
          or (app_user.email_verified_at is null and app_user.home_customer_id = invitation.customer_id)))`.as('opens'),
    )
    .where('link.user_id', '=', user)
    .where('link.secret_hash', '=', secretHash)
    .where('link.expires_at', '>', instantOf(now))
    .where('invitation.way', '!=', 'guest')
    .where('invitation.state', 'in', ['pending', 'bounced'])
    .where('app_user.role', 'is', null)
    .forUpdate('link')
    .executeTakeFirst()

/** Records that the link's use has sent a mail. */
export const markLinkMailed = (db: Transaction, invitation: string, now: number) =>
  db
    .updateTable('copied_link')
    .set({ mailed_at: instantOf(now) })
    .where('invitation_id', '=', invitation)
    .execute()
