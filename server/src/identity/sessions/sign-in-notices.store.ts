import { sql } from 'kysely'
import { instantOf } from '../../platform/clock'
import type { Database, Transaction } from '../../platform/database'

/** How many sign-ins are looked at at once. */
const most = 500
/** A sign-in may still be under way for so long, in milliseconds: its session may yet come before others. */
const settleMs = 10_000

/** A sign-in that nobody has looked at. */
export interface LookedAt {
  id: string
  userId: string
  homeCustomer: string | null
  at: string
  ip: string | null
  userAgent: string | null
  /** From a browser that was not used with the account before; never true of the first sign-in ever. */
  isNews: boolean
}

/** Up to which session people were told. */
export const toldThrough = async (db: Database): Promise<string> =>
  (await db.selectFrom('sign_in_notice').select('through').executeTakeFirstOrThrow()).through

/** The person signed in before: as long as sessions are kept, and before that as far as the trail tells. */
const signedInBefore = sql`(
  exists (
    select from session as earlier
    where earlier.user_id = begun.user_id and (earlier.created_at, earlier.id) < (begun.created_at, begun.id)
  ) or exists (
    select from audit_event as event
    where event.tenant_id = coalesce(app_user.home_customer_id, '00000000-0000-0000-0000-000000000000')
      and event.actor_id = begun.user_id and event.action = 'session.login' and event.result = 'success'
      and event.occurred_at < begun.created_at
  ))`

/**
 * A browser is known by its cookie. What sends none (a script, a wrapper) is known by what it says of itself and where
 * it comes from.
 */
const isKnown = sql`exists (
  select from session as earlier
  where earlier.user_id = begun.user_id and (earlier.created_at, earlier.id) < (begun.created_at, begun.id)
    and case when begun.browser_hash is null
      then earlier.browser_hash is null and earlier.user_agent is not distinct from begun.user_agent
        and earlier.ip is not distinct from begun.ip
      else earlier.browser_hash = begun.browser_hash end)`

/** The next sign-ins after a session, in order. */
export async function signInsAfter(db: Database, through: string, now: number): Promise<LookedAt[]> {
  const { rows } = await sql<LookedAt>`
    select begun.id, begun.user_id as "userId", app_user.home_customer_id as "homeCustomer", begun.created_at as at,
      begun.ip, begun.user_agent as "userAgent", not ${isKnown} and ${signedInBefore} as "isNews"
    from session as begun join app_user on app_user.id = begun.user_id
    where begun.id > ${through} and begun.created_at <= ${instantOf(now - settleMs)}
    order by begun.id
    limit ${most}`.execute(db)
  return rows
}

/** Notes that people were told up to a session; false when somebody else was faster. */
export async function moveTold(db: Database | Transaction, from: string, to: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sign_in_notice')
    .set({ through: to })
    .where('through', '=', from)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** A right password that was followed by wrong codes only. */
export interface FailedFactor {
  userId: string
  homeCustomer: string | null
  at: string
  ip: string | null
  userAgent: string | null
}

/** An expired challenge with wrong codes, that the same browser did not get over in the end. */
const failed = (at: string) => sql`
  not challenge.told and challenge.used_at is null and challenge.attempts > 0 and challenge.expires_at <= ${at}
    and not exists (
      select from session as later
      where later.user_id = challenge.user_id and later.second_factor
        and later.created_at >= challenge.created_at and later.browser_hash = challenge.browser_hash
    )`

/** Is there somebody to be told of? */
export async function hasFailedFactors(db: Database, now: number): Promise<boolean> {
  const { rows } = await sql`select from mfa_challenge as challenge where ${failed(instantOf(now))} limit 1`.execute(db)
  return rows.length > 0
}

/** Those whom nobody was told of, each once; from where is what the trail says of the last wrong code. */
export async function takeFailedFactors(db: Transaction, now: number): Promise<FailedFactor[]> {
  const { rows } = await sql<FailedFactor>`
    with taken as (
      update mfa_challenge as challenge set told = true where ${failed(instantOf(now))}
      returning challenge.user_id, challenge.created_at, challenge.expires_at
    )
    select taken.user_id as "userId", app_user.home_customer_id as "homeCustomer",
      coalesce(event.occurred_at, taken.created_at) as at, event.ip, event.user_agent as "userAgent"
    from taken join app_user on app_user.id = taken.user_id
    left join lateral (
      select occurred_at, ip, user_agent from audit_event
      where tenant_id = coalesce(app_user.home_customer_id, '00000000-0000-0000-0000-000000000000')
        and actor_id = taken.user_id and action = 'mfa.verify' and result = 'failure'
        and occurred_at between taken.created_at and taken.expires_at
      order by sequence desc limit 1
    ) as event on true`.execute(db)
  return rows
}
