import { type CustomerUserProfilePatch, customerUserProfiles } from '@lintel/contract/people/customer-user-profiles'
import { type RawBuilder, sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Transaction } from '../../../platform/database'
import { additionConflict } from '../../users/addition-conflict.store'
import type { PlannedChangeSet } from '../engine/change-kind'

/** A person to add, as planned. */
export interface NewUser {
  number: number
  email: string
  /** Id of the new profile. */
  profile: string
  fields: CustomerUserProfilePatch
  /** Whether they belonged to the customer before. */
  wasHere: boolean
  /** Internal id, set when they have been added. */
  user: string | null
}

/**
 * Plans the profile of a new user as the row with this number. A person with a profile at the customer is a conflict, and so is one who cannot be
 * added.
 */
export const insertNewUserRow = (
  db: Transaction,
  { id, customer, configuration }: PlannedChangeSet,
  {
    number,
    email,
    fields,
    displayFields,
  }: { number: number; email: string; fields: CustomerUserProfilePatch; displayFields: object },
) =>
  sql`
    insert into change_set_row (change_set_id, number, outcome, user_id, object, after, conflict, kept)
    select ${id}, ${number}, case when conflict is null then 'change' else 'conflict' end, user_id,
      jsonb_build_object('type', ${customerUserProfiles.type}::text, 'id', coalesce(profile, ${uuidv7()}::uuid), 'user', ${email}::text),
      case when conflict is null then ${JSON.stringify({ ...fields, ...displayFields })}::jsonb end,
      conflict, jsonb_build_object('wasHere', user_id is not null, 'fields', ${JSON.stringify(fields)}::jsonb)
    from (
      select here.user_id, profile.id as profile, coalesce(case when profile.id is not null then 'alreadyUser' end,
        ${additionConflict({ customer, configuration }, sql`wanted.email`)}) as conflict
      from (select ${email}::text as email) as wanted
      left join customer_person as here on here.customer_id = ${customer} and here.email = wanted.email
      left join customer_user_profile as profile on profile.customer_id = ${customer} and profile.user_id = here.user_id
    ) as evaluated`.execute(db)

/** The planned new user, if the row is a change. */
export async function findNewUser(db: Transaction, id: string): Promise<NewUser | undefined> {
  const { rows } = await sql<NewUser>`
    select number, object ->> 'user' as email, object ->> 'id' as profile, kept -> 'fields' as fields,
      (kept ->> 'wasHere')::boolean as "wasHere", user_id as user
    from change_set_row where change_set_id = ${id} and outcome = 'change' and project_id is null`.execute(db)
  return rows[0]
}

/** Removes a person whom an undone change set added from the customer, unless they have accepted or belong to it otherwise. */
export const removeFromCustomer = (db: Transaction, customer: string, user: string) =>
  removePeopleFromCustomer(db, customer, sql`select ${user}::uuid`)

/** The same for several people, by a query of their internal ids. */
export async function removePeopleFromCustomer(
  db: Transaction,
  customer: string,
  users: RawBuilder<unknown>,
): Promise<void> {
  // Whoever is given a role meanwhile waits for this transaction, or is seen with it: the lock comes before the statement that reads.
  await sql`select from app_user where id in (${users}) order by id for update`.execute(db)
  const isIn = (table: string) => sql`exists (
    select from ${sql.table(table)} as own where own.customer_id = ${customer} and own.user_id = here.user_id)`
  const tables = [
    'project_member',
    'customer_user_profile',
    'customer_admin',
    'customer_api_user',
    'directory_group_member',
  ]
  await sql`
    with removed as (
      delete from customer_person as here
      where here.customer_id = ${customer} and here.user_id in (${users}) and not here.is_accepted
        and not (${sql.join(tables.map(isIn), sql` or `)})
      returning here.user_id
    )
    update app_user set home_customer_id = null from removed
    where app_user.id = removed.user_id and app_user.home_customer_id = ${customer}`.execute(db)
}
