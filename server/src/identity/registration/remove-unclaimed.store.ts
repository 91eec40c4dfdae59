import { sql } from 'kysely'
import { asClosed } from '../../people/user-profiles/deletion-tasks.store'
import { dayMs, instantOf } from '../../platform/clock'
import type { Database } from '../../platform/database'
import { isClaimed } from '../account.store'

/** How long a registered account waits for whoever has its address, in milliseconds; the mailed link ends sooner. */
const waitingMs = 30 * dayMs
/** Maximum accounts per run. */
const batchSize = 1_000

/** Whether the joined `app_user` is such an account at `at`. */
const isUnclaimed = (at: string) => sql<boolean>`(
  email_verified_at is null and role is null and deleted_at is null and home_customer_id is null
  and not service_account and created_at < ${at}
  and not ${isClaimed}
  and not exists (select from temporary_password as own where own.user_id = app_user.id)
  and not exists (select from federation_verification as own where own.user_id = app_user.id)
  and not exists (select from session as own where own.user_id = app_user.id)
  and not exists (select from project_member as own where own.user_id = app_user.id)
  and not exists (select from customer_user_profile as own where own.user_id = app_user.id)
  and not exists (select from customer_admin as own where own.user_id = app_user.id)
  and not exists (select from customer_api_user as own where own.user_id = app_user.id)
  and not exists (select from customer_person as own where own.user_id = app_user.id)
  and not exists (select from project where project.owner_id = app_user.id)
  and not exists (select from customer where customer.kam_id = app_user.id))`

/**
 * Closes accounts that somebody registered and nobody ever proved, claimed or added to a customer, so that the address of a person who never said
 * yes is not kept. Accounts that a customer knows stay. They are closed instead of deleted: a deletion would look for the account in every column
 * that refers to one.
 */
export const removeUnclaimedAccounts = (db: Database, now: number) =>
  db.transaction().execute(async (transaction) => {
    const at = instantOf(now - waitingMs)
    const { rows } = await sql<{ id: string }>`
      select id from app_user where ${isUnclaimed(at)}
      order by created_at limit ${batchSize} for update skip locked`.execute(transaction)
    // Read once more, as somebody may have registered or been added until the account was locked.
    const ids = rows.map(({ id }) => id)
    await sql`update app_user set ${asClosed(now)} where id = any(${ids}) and ${isUnclaimed(at)}`.execute(transaction)
  })
