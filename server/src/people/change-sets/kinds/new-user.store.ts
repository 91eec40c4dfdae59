import { type CustomerUserProfilePatch, customerUserProfiles } from '@lintel/contract/people/customer-user-profiles'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Transaction } from '../../../platform/database'
import type { Planned } from '../engine/change-kind'

/** Who is added, as it was planned. */
export interface Newcomer {
  number: number
  email: string
  /** Id that the profile is written under. */
  profile: string
  fields: CustomerUserProfilePatch
  /** Whether the customer had them among its people before. */
  wasHere: boolean
  /** Internal id, once they were added. */
  user: string | null
}

/** Plans the profile of somebody who is added, as the row with that number. Who has a profile at the customer is there already. */
export const insertNewcomerRow = (
  db: Transaction,
  { id, customer }: Planned,
  { number, email, fields, shown }: { number: number; email: string; fields: CustomerUserProfilePatch; shown: object },
) =>
  sql`
    insert into change_set_row (change_set_id, number, outcome, user_id, object, after, conflict, kept)
    select ${id}, ${number}, case when profile.id is null then 'change' else 'conflict' end, here.user_id,
      jsonb_build_object('type', ${customerUserProfiles.type}::text, 'id', coalesce(profile.id, ${uuidv7()}::uuid), 'user', ${email}::text),
      case when profile.id is null then ${JSON.stringify({ ...fields, ...shown })}::jsonb end,
      case when profile.id is not null then 'alreadyUser' end,
      jsonb_build_object('wasHere', here.user_id is not null, 'fields', ${JSON.stringify(fields)}::jsonb)
    from (select) as one
    left join customer_person as here on here.customer_id = ${customer} and here.email = ${email}
    left join customer_user_profile as profile on profile.customer_id = ${customer} and profile.user_id = here.user_id`.execute(
    db,
  )

/** The row about who is added, where it is a change. */
export async function newcomerOf(db: Transaction, id: string): Promise<Newcomer | undefined> {
  const { rows } = await sql<Newcomer>`
    select number, object ->> 'user' as email, object ->> 'id' as profile, kept -> 'fields' as fields,
      (kept ->> 'wasHere')::boolean as "wasHere", user_id as user
    from change_set_row where change_set_id = ${id} and outcome = 'change' and project_id is null`.execute(db)
  return rows[0]
}

/**
 * Somebody whom an undone change set brought to the customer, and who has not come and is nothing else there, is not among its people
 * any more.
 */
export const leaveCustomer = (db: Transaction, customer: string, user: string) =>
  sql`
    with gone as (
      delete from customer_person as here
      where here.customer_id = ${customer} and here.user_id = ${user} and not here.is_accepted
        and not exists (select from project_member as own where own.customer_id = ${customer} and own.user_id = ${user})
        and not exists (select from customer_user_profile as own where own.customer_id = ${customer} and own.user_id = ${user})
        and not exists (select from customer_admin as own where own.customer_id = ${customer} and own.user_id = ${user})
        and not exists (select from customer_api_user as own where own.customer_id = ${customer} and own.user_id = ${user})
      returning here.user_id
    )
    update app_user set home_customer_id = null from gone
    where app_user.id = gone.user_id and app_user.home_customer_id = ${customer}`.execute(db)
