import { privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { sql } from 'kysely'
import type { Transaction } from '../platform/database'

/** Locks the account, so that changes of its passkeys and second factors run one after the other and each sees those before it. */
export const lockAccount = (db: Transaction, userId: string) =>
  db.selectFrom('app_user').select('id').where('id', '=', userId).forNoKeyUpdate().execute()

/**
 * Whether the mailbox of the joined `app_user` may be proved at `at`: not disabled, deleted or expired. A service account may be proved, too, and is
 * none from then on.
 */
export const isProvable = (at: string) =>
  sql<boolean>`(not app_user.is_inactive and app_user.deleted_at is null
    and (app_user.expiration_date is null or app_user.expiration_date > ${at}))`

/** Whether the joined `app_user` can sign in at `at`: no service account, and not disabled, deleted or expired. */
export const isUsable = (at: string) => sql<boolean>`(not app_user.service_account and ${isProvable(at)})`

/** Whether the joined `session` is open at `at`: not ended, not past its end, and used within its idle timeout. */
export const isOpen = (at: string) =>
  sql<boolean>`(session.ended_at is null and session.expires_at > ${at}
    and session.last_seen_at + make_interval(secs => session.idle_seconds) > ${at})`

/**
 * False when the joined `session` or `app_user` belongs to a guest whose membership was withdrawn or has expired, however they
 * signed in (security G6).
 */
export const isWithinGuestTime = (at: string) =>
  sql<boolean>`((session.guest_project_id is null or exists (
      select from project_member as member
      where member.project_id = session.guest_project_id and member.user_id = session.user_id
        and member.privilege_level = ${sql.lit(privilegeLevel.guest)}
        and (member.expiration_date is null or member.expiration_date > ${at})))
    and not (app_user.guest and exists (
      select from project_member as member
      where member.user_id = app_user.id and member.privilege_level = ${sql.lit(privilegeLevel.guest)}
        and member.expiration_date <= ${at})))`
