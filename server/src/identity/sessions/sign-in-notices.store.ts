import { sql } from 'kysely'
import { instantOf } from '../../platform/clock'
import type { Database, Transaction } from '../../platform/database'
import { hasPassword } from '../account.store'

/** Maximum number of sign-ins in one batch. */
const batchSize = 500
/** Sign-ins are only read after this time, in milliseconds, because a transaction with an earlier id may still commit. */
const settleDelayMs = 10_000

/** Whom a notice of an event is for. */
interface Owner {
  userId: string
  homeCustomer: string | null
  /** The address that the account had then, if it has another one now: whoever changed it must not get the notice in place of its owner. */
  formerAddress: string | null
}

/** A sign-in that has not been checked yet. */
export interface RecentSignIn extends Owner {
  id: string
  at: string
  ip: string | null
  userAgent: string | null
  /** From a browser that the account has not used before; false for the first sign-in ever. */
  isNewBrowser: boolean
}

/** The last session whose sign-in was checked. */
export const readNoticeCursor = async (db: Database): Promise<string> =>
  (await db.selectFrom('sign_in_notice').select('through').executeTakeFirstOrThrow()).through

/** Whether the person signed in before, by stored sessions or older audit events. */
const signedInBefore = sql`(
  exists (
    select from session as earlier
    where earlier.user_id = current.user_id and (earlier.created_at, earlier.id) < (current.created_at, current.id)
  ) or exists (
    select from audit_event as event
    where event.tenant_id = coalesce(app_user.home_customer_id, '00000000-0000-0000-0000-000000000000')
      and event.actor_id = current.user_id and event.action = 'session.login' and event.result = 'success'
      and event.occurred_at < current.created_at
  ))`

/** Whether the browser was used before: identified by its cookie or, for clients without cookies, by User-Agent and address. */
const isKnown = sql`exists (
  select from session as earlier
  where earlier.user_id = current.user_id and (earlier.created_at, earlier.id) < (current.created_at, current.id)
    and case when current.browser_hash is null
      then earlier.browser_hash is null and earlier.user_agent is not distinct from current.user_agent
        and earlier.ip is not distinct from current.ip
      else earlier.browser_hash = current.browser_hash end)`

/** The address of the joined `app_user` at an instant, if it was changed since. */
const formerAddress = (at: string) => sql`(
  select change.before ->> 'email' from audit_event as change
  where change.actor_id = app_user.id and change.action = 'users.email-changed' and change.result = 'success'
    and change.occurred_at > ${sql.ref(at)}
  order by change.occurred_at limit 1)`

/** The next sign-ins after a session, in order. */
export async function signInsAfter(db: Database, through: string, now: number): Promise<RecentSignIn[]> {
  const { rows } = await sql<RecentSignIn>`
    select current.id, current.user_id as "userId", app_user.home_customer_id as "homeCustomer", current.created_at as at,
      current.ip, current.user_agent as "userAgent", not ${isKnown} and ${signedInBefore} as "isNewBrowser",
      ${formerAddress('current.created_at')} as "formerAddress"
    from session as current join app_user on app_user.id = current.user_id
    where current.id > ${through} and current.created_at <= ${instantOf(now - settleDelayMs)}
    order by current.id
    limit ${batchSize}`.execute(db)
  return rows
}

/** Advances the cursor; false when another server has advanced it. */
export async function advanceNoticeCursor(db: Database | Transaction, from: string, to: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sign_in_notice')
    .set({ through: to })
    .where('through', '=', from)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** A verified password followed by wrong codes only. */
export interface FailedFactor extends Owner {
  at: string
  ip: string | null
  userAgent: string | null
}

/** An expired challenge with wrong codes, without a later successful sign-in from the same browser. */
const failed = (at: string) => sql`
  not challenge.told and challenge.used_at is null and challenge.attempts > 0 and challenge.expires_at <= ${at}
    and not exists (
      select from session as later
      where later.user_id = challenge.user_id and later.second_factor
        and later.created_at >= challenge.created_at and later.browser_hash = challenge.browser_hash
    )`

/** Whether there are failed second factors to notify of. */
export async function hasFailedFactors(db: Database, now: number): Promise<boolean> {
  const { rows } = await sql`select from mfa_challenge as challenge where ${failed(instantOf(now))} limit 1`.execute(db)
  return rows.length > 0
}

/**
 * Claims the failed second factors that were not notified yet, and returns those that followed a password and not a mailed secret; origin and time
 * come from the audit event of the last wrong code.
 */
export async function claimFailedFactors(db: Transaction, now: number): Promise<FailedFactor[]> {
  const { rows } = await sql<FailedFactor>`
    with claimed as (
      update mfa_challenge as challenge set told = true where ${failed(instantOf(now))}
      returning challenge.user_id, challenge.created_at, challenge.expires_at,
        coalesce((challenge.pending_link ->> 'byMail')::boolean, false) as by_mail
    )
    select claimed.user_id as "userId", app_user.home_customer_id as "homeCustomer",
      coalesce(event.occurred_at, claimed.created_at) as at, event.ip, event.user_agent as "userAgent",
      ${formerAddress('claimed.created_at')} as "formerAddress"
    from claimed join app_user on app_user.id = claimed.user_id
    left join lateral (
      select occurred_at, ip, user_agent from audit_event
      where tenant_id = coalesce(app_user.home_customer_id, '00000000-0000-0000-0000-000000000000')
        and actor_id = claimed.user_id and action = 'mfa.verify' and result = 'failure'
        and occurred_at between claimed.created_at and claimed.expires_at
      order by sequence desc limit 1
    ) as event on true
    where not claimed.by_mail and ${hasPassword}`.execute(db)
  return rows
}
