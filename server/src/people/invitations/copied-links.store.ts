import { sql } from 'kysely'
import { instantOf } from '../../platform/clock'
import type { Transaction } from '../../platform/database'
import type { Invited } from './invitation-letter'

/** A link that an administrator copied. */
export interface NewCopiedLink {
  invitation: string
  user: string
  by: string
  secretHash: Buffer
  /** Null for the link of a guest, which ends with the membership. */
  expiresAt: string | null
}

/** A copied link takes the place of the one that was copied of this invitation before. */
export async function putCopiedLink(db: Transaction, link: NewCopiedLink, now: number): Promise<void> {
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

/** The link that was copied of an invitation is of no use any more. True when there was one. */
export async function dropCopiedLink(db: Transaction, invitation: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('copied_link')
    .where('invitation_id', '=', invitation)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** The copied link of an invitation, kept for this transaction; undefined when it ended meanwhile. */
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

/** A copied link that is used, and its invitation. */
export interface UsedCopiedLink extends Invited {
  invitation: string
  /** Who copied it; null for somebody who is gone. */
  by: string | null
  /**
   * It opens the account: nobody has made it their own by a password or a provider, and the link is the word of staff, or of the
   * customer that made the account while its mailbox is not proved.
   */
  opens: boolean
  mailedAt: string | null
}

/** What a copied link stands for that is used like a password, kept for this transaction; the account's row is locked before. */
export const findCopiedLink = (
  db: Transaction,
  { user, secretHash, now }: { user: string; secretHash: Buffer; now: number },
): Promise<UsedCopiedLink | undefined> =>
  db
    .selectFrom('copied_link as link')
    .innerJoin('invitation', 'invitation.id', 'link.invitation_id')
    .innerJoin('app_user as person', 'person.id', 'link.user_id')
    .leftJoin('app_user as copier', 'copier.id', 'link.copied_by')
    .leftJoin('project_member as member', (join) =>
      join.onRef('member.project_id', '=', 'invitation.project_id').onRef('member.user_id', '=', 'invitation.user_id'),
    )
    .select(['invitation.id as invitation', 'invitation.project_id as project', 'invitation.customer_id as customer'])
    .select(['link.user_id as user', 'copier.id as by', 'invitation.privilege_level as privilegeLevel'])
    .select(['member.expiration_date as expirationDate', 'link.mailed_at as mailedAt'])
    .select(
      sql<boolean>`(
        not exists (select from password_credential as credential where credential.user_id = person.id)
        and not exists (select from external_identity as identity where identity.user_id = person.id)
        and not exists (select from totp_factor as factor where factor.user_id = person.id)
        and not exists (select from passkey where passkey.user_id = person.id)
        and (copier.role is not null
          or (person.email_verified_at is null and person.home_customer_id = invitation.customer_id)))`.as('opens'),
    )
    .where('link.user_id', '=', user)
    .where('link.secret_hash', '=', secretHash)
    .where('link.expires_at', '>', instantOf(now))
    .where('invitation.way', '!=', 'guest')
    .where('invitation.state', 'in', ['pending', 'bounced'])
    .where('person.role', 'is', null)
    .forUpdate('link')
    .executeTakeFirst()

/** The mail that its use causes is on its way. */
export const noteMailed = (db: Transaction, invitation: string, now: number) =>
  db
    .updateTable('copied_link')
    .set({ mailed_at: instantOf(now) })
    .where('invitation_id', '=', invitation)
    .execute()
