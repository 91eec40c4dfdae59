import type { Person } from '@lintel/contract/people/permissions'
import { sql } from 'kysely'
import { instantOf } from '../../platform/clock'
import type { Database, Transaction } from '../../platform/database'
import { hasAccepted } from '../users/accepted-people.store'

/** Whose account a request is for. */
export type Requester = Pick<Person, 'id' | 'email' | 'homeCustomer'>

/** The person with this email, locked, and whether their address is verified; undefined where nobody has it. */
export const lockPerson = (db: Transaction, email: string): Promise<(Requester & { isProved: boolean }) | undefined> =>
  db
    .selectFrom('app_user')
    .select([
      'id',
      'email',
      'home_customer_id as homeCustomer',
      sql<boolean>`email_verified_at is not null`.as('isProved'),
    ])
    .where('email', '=', email)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()

/** When the person requested the deletion of their account; undefined without an open request. */
export const findDeletionRequest = async (db: Database | Transaction, user: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('deletion_request')
      .select('requested_at as requestedAt')
      .where('user_id', '=', user)
      .executeTakeFirst()
  )?.requestedAt

/** Inserts the request; false when one already exists. */
export async function insertDeletionRequest(db: Transaction, user: string, now: number): Promise<boolean> {
  const written = await db
    .insertInto('deletion_request')
    .values({ user_id: user, requested_at: instantOf(now) })
    .onConflict((known) => known.column('user_id').doNothing())
    .returning('user_id')
    .executeTakeFirst()
  return written !== undefined
}

/** Deletes the request and returns its time; undefined when there was none. */
export const deleteDeletionRequest = async (db: Transaction, user: string): Promise<string | undefined> =>
  (
    await db
      .deleteFrom('deletion_request')
      .where('user_id', '=', user)
      .returning('requested_at as requestedAt')
      .executeTakeFirst()
  )?.requestedAt

/** A recipient of a deletion request with the data that concerns them: staff see everything, administrators what belongs to their customers. */
export interface DeletionHandler {
  user: string
  isStaff: boolean
  /** The customer that they answer for, the home of the requesting person first; null for staff, who answer for the platform. */
  customer: string | null
  /** Names of the projects that the requesting person owns. */
  owned: string[]
  /** Number of memberships in projects owned by others. */
  memberships: number
}

/** Maximum recipients of one request. */
const maxHandlers = 500

/**
 * Finds the recipients: staff, and the administrators of each customer where the person is at home, administers or, once they accepted, has a
 * project.
 */
export async function findDeletionHandlers(
  db: Transaction,
  { id, homeCustomer }: Requester,
): Promise<DeletionHandler[]> {
  const { rows } = await sql<DeletionHandler>`
    with mine as (
      select project.id, project.name, project.customer_id, project.owner_id = ${id} as is_owned,
        ${hasAccepted(sql`project.customer_id`, sql`${id}`)} as is_accepted
      from project
      where not project.is_inactive and (project.owner_id = ${id} or exists (
        select from project_member as member where member.project_id = project.id and member.user_id = ${id}))
    ), concerned as (
      select customer_id from mine where is_accepted
      union select customer_id from customer_admin where user_id = ${id}
      union select ${homeCustomer}::uuid
    )
    select person.id as user, person.role is not null as "isStaff",
      case when person.role is null then (select concerned.customer_id from customer_admin as admin_role
        join concerned on concerned.customer_id = admin_role.customer_id where admin_role.user_id = person.id and not admin_role.awaits_proof
        order by concerned.customer_id is not distinct from ${homeCustomer}::uuid desc, concerned.customer_id limit 1) end as customer,
      coalesce(array_agg(mine.name order by mine.name) filter (where mine.is_owned), '{}') as owned,
      (count(mine.id) filter (where not mine.is_owned))::int as memberships
    from app_user as person
    left join mine on person.role is not null or mine.is_accepted and exists (
      select from customer_admin as admin_role where admin_role.user_id = person.id and admin_role.customer_id = mine.customer_id and not admin_role.awaits_proof)
    where person.deleted_at is null and not person.is_inactive and person.id <> ${id}
      and (person.role is not null or exists (select from customer_admin as admin_role
        join concerned on concerned.customer_id = admin_role.customer_id where admin_role.user_id = person.id and not admin_role.awaits_proof))
    group by person.id order by person.id limit ${maxHandlers}`.execute(db)
  return rows
}
