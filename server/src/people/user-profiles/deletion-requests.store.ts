import type { Person } from '@lintel/contract/people/permissions'
import { sql } from 'kysely'
import { instantOf } from '../../platform/clock'
import type { Database, Transaction } from '../../platform/database'

/** When the person asked for their account to be deleted; undefined where they did not, or withdrew it. */
export const deletionRequestOf = async (db: Database | Transaction, user: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('deletion_request')
      .select('requested_at as requestedAt')
      .where('user_id', '=', user)
      .executeTakeFirst()
  )?.requestedAt

/** Notes the request; false where there is one already. */
export async function writeDeletionRequest(db: Transaction, user: string, now: number): Promise<boolean> {
  const written = await db
    .insertInto('deletion_request')
    .values({ user_id: user, requested_at: instantOf(now) })
    .onConflict((known) => known.column('user_id').doNothing())
    .returning('user_id')
    .executeTakeFirst()
  return written !== undefined
}

/** Forgets the request; gives when it was made, where one was. */
export const dropDeletionRequest = async (db: Transaction, user: string): Promise<string | undefined> =>
  (
    await db
      .deleteFrom('deletion_request')
      .where('user_id', '=', user)
      .returning('requested_at as requestedAt')
      .executeTakeFirst()
  )?.requestedAt

/** Somebody who has to do with a deletion, and what of it concerns them: staff all of it, administrators what is at their customers. */
export interface DeletionHandler {
  user: string
  /** Names of the projects that the person owns. */
  owned: string[]
  /** Memberships in projects of others. */
  memberships: number
}

/** Most people who are mailed of one request. */
const mostHandlers = 500

/** Staff, and the administrators of every customer that the person belongs to, administers, or has a project of. */
export async function handlersOf(
  db: Transaction,
  { id, homeCustomer }: Pick<Person, 'id' | 'homeCustomer'>,
): Promise<DeletionHandler[]> {
  const { rows } = await sql<DeletionHandler>`
    with mine as (
      select project.id, project.name, project.customer_id, project.owner_id = ${id} as is_owned from project
      where not project.is_inactive and (project.owner_id = ${id} or exists (
        select from project_member as member where member.project_id = project.id and member.user_id = ${id}))
    ), concerned as (
      select customer_id from mine
      union select customer_id from customer_admin where user_id = ${id}
      union select ${homeCustomer}::uuid
    )
    select person.id as user,
      coalesce(array_agg(mine.name order by mine.name) filter (where mine.is_owned), '{}') as owned,
      (count(mine.id) filter (where not mine.is_owned))::int as memberships
    from app_user as person
    left join mine on person.role is not null or exists (
      select from customer_admin as office where office.user_id = person.id and office.customer_id = mine.customer_id)
    where person.deleted_at is null and not person.is_inactive and person.id <> ${id}
      and (person.role is not null or exists (select from customer_admin as office
        join concerned on concerned.customer_id = office.customer_id where office.user_id = person.id))
    group by person.id order by person.id limit ${mostHandlers}`.execute(db)
  return rows
}
