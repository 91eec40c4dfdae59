import { sql } from 'kysely'
import { dayMs, instantOf } from '../../platform/clock'
import type { Database } from '../../platform/database'
import { isClaimed } from '../account.store'

/** How long a registered account waits for whoever has its address, in milliseconds; the mailed link ends sooner. */
const waitingMs = 30 * dayMs

/**
 * Deletes accounts that somebody registered and nobody ever proved, claimed or added to a customer, so that the address of a person who never said
 * yes is not kept. Accounts that may have made anything, or that a customer knows, stay.
 */
export const removeUnclaimedAccounts = (db: Database, now: number) =>
  sql`
    delete from app_user where email_verified_at is null and role is null and deleted_at is null and home_customer_id is null
      and not service_account and created_at < ${instantOf(now - waitingMs)}
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
      and not exists (select from customer where customer.kam_id = app_user.id)`.execute(db)
