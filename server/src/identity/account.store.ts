import { privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { sql } from 'kysely'
import { endOf, isActive } from '../people/members/membership-end.store'
import type { StatementPart, Transaction } from '../platform/database'
import { signsInByProvider } from './federation/signs-in-by-provider.store'

/** Locks the account, so that changes of its passkeys, second factors and linked identities run one after the other and each sees those before it. */
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

/** Whether the joined `app_user` has a password. */
export const hasPassword = sql<boolean>`exists (select from password_credential as own where own.user_id = app_user.id)`

/**
 * Whether the joined `app_user` has a credential with which it can sign in now: a password, or an identity of a provider
 * that may open the account; the identity `otherThan` is ignored.
 */
export const canSignIn = (otherThan?: StatementPart) =>
  sql<boolean>`(${hasPassword} or ${signsInByProvider(otherThan)})`

/**
 * Whether the joined `app_user` belongs to somebody: it has any credential that its owner set up, also one that does not
 * open the account at present.
 */
export const isClaimed = sql<boolean>`(${hasPassword}
  or exists (select from external_identity as own where own.user_id = app_user.id)
  or exists (select from totp_factor as own where own.user_id = app_user.id)
  or exists (select from passkey as own where own.user_id = app_user.id))`

/** Whether the joined `app_user` is administrator of any customer, proved or not. */
export const administersAny = sql<boolean>`exists (select from customer_admin as own where own.user_id = app_user.id)`

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
        and member.privilege_level = ${sql.lit(privilegeLevel.guest)} and ${isActive('member', at)}))
    and not (app_user.guest and exists (
      select from project_member as member
      where member.user_id = app_user.id and member.privilege_level = ${sql.lit(privilegeLevel.guest)}
        and ${endOf('member')} <= ${at})))`
