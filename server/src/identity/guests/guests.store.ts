import { privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { sql } from 'kysely'
import type { Invited } from '../../people/invitations/invitation-mail'
import { endOf, isActive, lastDayOf } from '../../people/members/membership-end.store'
import { instantOf } from '../../platform/clock'
import type { Transaction } from '../../platform/database'
import { isUsable } from '../account.store'

/** The guest of a link, and the project that it opens. */
export interface LinkGuest extends Invited {
  email: string
  home: string | null
  isProved: boolean
  invitation: string
  /** The link was copied by an administrator, not mailed to the guest. */
  isCopied: boolean
  /**
   * Whether the link signs in: a mailed one does. A copied one does if the membership awaits no proof, and staff or the home
   * customer of the account copied it or the account is unproved.
   */
  opens: boolean
}

/**
 * The guest of a valid link with an active membership and project (security S12). Locks the account for this transaction, as
 * everything that proves a mailbox does.
 */
export const lockGuestByLink = (db: Transaction, linkHash: Buffer, now: number): Promise<LinkGuest | undefined> =>
  db
    .selectFrom('invitation')
    .innerJoin('app_user', 'app_user.id', 'invitation.user_id')
    .innerJoin('project', 'project.id', 'invitation.project_id')
    .innerJoin('project_member as member', (join) =>
      join
        .onRef('member.project_id', '=', 'invitation.project_id')
        .onRef('member.user_id', '=', 'invitation.user_id')
        .on('member.privilege_level', '=', privilegeLevel.guest),
    )
    .leftJoin('copied_link as copied', (join) =>
      join.onRef('copied.invitation_id', '=', 'invitation.id').on('copied.secret_hash', '=', linkHash),
    )
    .leftJoin('app_user as copier', 'copier.id', 'copied.copied_by')
    .select(['app_user.id as user', 'app_user.email', 'app_user.home_customer_id as home'])
    .select(['invitation.id as invitation', 'project.id as project', 'project.customer_id as customer'])
    .select(['member.privilege_level as privilegeLevel', 'member.expiration_date as expirationDate'])
    .select([
      sql<boolean>`app_user.email_verified_at is not null`.as('isProved'),
      sql<boolean>`copied.invitation_id is not null`.as('isCopied'),
      sql<boolean>`(copied.invitation_id is null or (not member.awaits_proof and (copier.role is not null
        or app_user.home_customer_id = project.customer_id or app_user.email_verified_at is null)))`.as('opens'),
    ])
    .where(
      sql<boolean>`invitation.id in (select id from invitation where link_hash = ${linkHash}
        union all select invitation_id from copied_link where secret_hash = ${linkHash})`,
    )
    .where('invitation.way', '=', 'guest')
    .where('invitation.state', 'in', ['pending', 'accepted'])
    .where('project.is_inactive', '=', false)
    .where(isUsable(instantOf(now)))
    .where(isActive('member', instantOf(now)))
    .forNoKeyUpdate('app_user')
    // A concurrent withdrawal of the membership waits, and then also ends the new session.
    .forShare('member')
    .executeTakeFirst()

/** The expired access of a guest: its last day in the customer's time zone, and who invited them. */
export interface EndedGuest {
  user: string
  email: string
  customer: string
  lastDay: string
  inviter: string
}

/** The guest of a link whose access has expired; undefined for a link that is unknown or was revoked. */
export const findEndedGuestByLink = (db: Transaction, linkHash: Buffer, now: number): Promise<EndedGuest | undefined> =>
  db
    .selectFrom('invitation')
    .innerJoin('app_user', 'app_user.id', 'invitation.user_id')
    .innerJoin('project', 'project.id', 'invitation.project_id')
    .innerJoin('customer', 'customer.id', 'project.customer_id')
    .innerJoin('project_member as member', (join) =>
      join
        .onRef('member.project_id', '=', 'invitation.project_id')
        .onRef('member.user_id', '=', 'invitation.user_id')
        .on('member.privilege_level', '=', privilegeLevel.guest),
    )
    .innerJoin('app_user as inviter', (join) =>
      join.on(sql<boolean>`inviter.id = coalesce(invitation.invited_by, project.owner_id)`),
    )
    .select(['app_user.id as user', 'app_user.email', 'project.customer_id as customer'])
    .select([
      lastDayOf('member', sql.ref('customer.time_zone')).$notNull().as('lastDay'),
      sql<string>`coalesce(nullif(trim(inviter.given_name || ' ' || inviter.family_name), ''), inviter.email)`.as(
        'inviter',
      ),
    ])
    .where(
      sql<boolean>`invitation.id in (select id from invitation where link_hash = ${linkHash}
        union all select invitation_id from copied_link where secret_hash = ${linkHash})`,
    )
    .where('invitation.way', '=', 'guest')
    .where('invitation.state', '<>', 'revoked')
    .where('app_user.guest', '=', true)
    .where('project.is_inactive', '=', false)
    .where('app_user.is_inactive', '=', false)
    .where('app_user.deleted_at', 'is', null)
    .where(sql<boolean>`${endOf('member')} <= ${instantOf(now)}`)
    .executeTakeFirst()
