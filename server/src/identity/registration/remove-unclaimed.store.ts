import { type RawBuilder, sql } from 'kysely'
import { asClosed } from '../../people/user-profiles/deletion-tasks.store'
import { dayMs, instantOf } from '../../platform/clock'
import type { Database } from '../../platform/database'
import { isClaimed } from '../account.store'

/** How long a registered account waits for whoever has its address, in milliseconds; the mailed link ends sooner. */
const waitingMs = 30 * dayMs
/** Maximum accounts per run and reason. */
const batchSize = 1_000

/** Whether the joined `app_user` was never proved or claimed, and no customer knows it. */
export const isUnclaimed = sql<boolean>`(
  app_user.email_verified_at is null and app_user.role is null and app_user.deleted_at is null
  and app_user.home_customer_id is null and not app_user.service_account
  and not ${isClaimed}
  and not exists (select from temporary_password as own where own.user_id = app_user.id)
  and not exists (select from session as own where own.user_id = app_user.id)
  and not exists (select from project_member as own where own.user_id = app_user.id)
  and not exists (select from customer_user_profile as own where own.user_id = app_user.id)
  and not exists (select from customer_admin as own where own.user_id = app_user.id)
  and not exists (select from customer_api_user as own where own.user_id = app_user.id)
  and not exists (select from customer_person as own where own.user_id = app_user.id)
  and not exists (select from project where project.owner_id = app_user.id)
  and not exists (select from customer where customer.kam_id = app_user.id))`

/** Whether the joined `app_user` was made before `at` and no proof was mailed to a provider's person for it. */
const isForgotten = (at: string) => sql<boolean>`(app_user.created_at < ${at}
  and not exists (select from federation_verification as own where own.user_id = app_user.id))`

/** Whether every proof that was mailed to a provider's person for the joined `app_user` has expired at `at`. */
const isUnverified = (at: string) => sql<boolean>`(app_user.id in (
    select user_id from federation_verification where expires_at < ${at})
  and not exists (
    select from federation_verification as own where own.user_id = app_user.id and own.expires_at >= ${at}))`

/**
 * Closes accounts that nobody ever proved, claimed or added to a customer, so that the address of a person who never
 * said yes is not kept: those that a provider's person did not prove in time, and those that somebody registered.
 * Accounts that a customer knows stay. They are closed instead of deleted: a deletion would look for the account in
 * every column that refers to one.
 */
export async function removeUnclaimedAccounts(db: Database, now: number): Promise<void> {
  await closeUnclaimed(db, now, isUnverified(instantOf(now)))
  await closeUnclaimed(db, now, isForgotten(instantOf(now - waitingMs)))
}

const closeUnclaimed = (db: Database, now: number, isDue: RawBuilder<boolean>) =>
  db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ id: string }>`
      select id from app_user where ${isDue} and ${isUnclaimed}
      order by created_at limit ${batchSize} for update skip locked`.execute(transaction)
    // Read once more, as somebody may have registered or been added until the account was locked.
    const ids = rows.map(({ id }) => id)
    await sql`update app_user set ${asClosed(now)} where id = any(${ids}) and ${isDue} and ${isUnclaimed}`.execute(
      transaction,
    )
  })
