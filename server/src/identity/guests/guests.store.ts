import { privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { sql } from 'kysely'
import { instantOf } from '../../platform/clock'
import type { Transaction } from '../../platform/database'
import { isUsable } from '../account.store'

/** Whom a guest link lets in, and where. */
export interface GuestOfLink {
  userId: string
  email: string
  project: string
  customer: string
}

/** Who comes in by a link: while it is theirs, the membership is living and the project is there (security S12). */
export const guestOfLink = (db: Transaction, linkHash: Buffer, now: number): Promise<GuestOfLink | undefined> =>
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
    .select(['app_user.id as userId', 'app_user.email', 'project.id as project', 'project.customer_id as customer'])
    .where('invitation.link_hash', '=', linkHash)
    .where('invitation.state', 'in', ['pending', 'accepted'])
    .where('app_user.guest', '=', true)
    .where('project.is_inactive', '=', false)
    .where(isUsable(instantOf(now)))
    .where(
      sql<boolean>`(member.expiration_date is null or member.expiration_date > ${instantOf(now)}::timestamptz)
        and (member.access_until is null or member.access_until > ${instantOf(now)}::timestamptz)`,
    )
    // Whoever withdraws the membership meanwhile waits, and then ends the session too.
    .forShare('member')
    .executeTakeFirst()

/** Ends the sessions of somebody who is no guest of a project any more. */
export const closeGuestSessions = (
  db: Transaction,
  { project, user }: { project: string; user: string },
  now: number,
) =>
  db
    .updateTable('session')
    .set({ ended_at: instantOf(now), end_reason: 'access-withdrawn' })
    .where('user_id', '=', user)
    .where('guest_project_id', '=', project)
    .where('ended_at', 'is', null)
    .execute()
