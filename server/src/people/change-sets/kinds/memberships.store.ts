import { sql } from 'kysely'
import type { Database, Transaction } from '../../../platform/database'
import { isOpenTo } from '../../../projects/projects/project-rights.store'
import { endOf, isActive } from '../../members/membership-end.store'
import type { ReadContext } from '../engine/change-kind'
import { comparedName } from './compared-name.store'

/** A membership in a project of a customer. */
export interface CustomerMembership {
  user: string
  project: string
  level: number
  until: string | null
}

/**
 * The memberships of people in a customer's projects, person by person, without projects that the actor's login method does not open. `emails` are
 * lower-cased. With `onlyActive`, without those that have ended or whose projects are deleted.
 */
export async function membershipsOf(
  { db, customer, actor }: Pick<ReadContext, 'db' | 'customer' | 'actor'>,
  emails: readonly string[],
  { onlyActive }: { onlyActive: boolean },
): Promise<CustomerMembership[]> {
  const { rows } = await sql<CustomerMembership>`
    select person.email as user, member.project_id as project, member.privilege_level as level,
      ${endOf('member')} as until
    from app_user as person
    join project_member as member on member.user_id = person.id and member.customer_id = ${customer}
    join project on project.id = member.project_id and ${isOpenTo(actor)}
    where person.email = any(${emails}::text[]) and person.deleted_at is null
      and ${onlyActive ? sql`not project.is_inactive and ${isActive('member')}` : sql`true`}
    order by person.email, project.name, project.id`.execute(db)
  return rows
}

/** The time zone in which a customer's days end. */
export async function timeZoneOf(db: Database | Transaction, customer: string): Promise<string> {
  const found = await db.selectFrom('customer').select('time_zone').where('id', '=', customer).executeTakeFirstOrThrow()
  return found.time_zone
}

/** The same, for ends that this transaction stores: until it ends, the time zone stays. */
export async function lockTimeZone(db: Transaction, customer: string): Promise<string> {
  const select = db.selectFrom('customer').select('time_zone').where('id', '=', customer)
  return (await select.forShare().executeTakeFirstOrThrow()).time_zone
}

/** The same for the days of these ends; without any, the time zone is not read. */
export const timeZoneOfEnds = async (
  db: Transaction,
  customer: string,
  ends: readonly (string | null | undefined)[],
): Promise<string> => (ends.some(Boolean) ? lockTimeZone(db, customer) : 'UTC')

/**
 * The projects that each reference means, by the reference as it was given: an id, an external id, or a name, which several projects can have.
 * Projects that the actor's login method does not open are not found. Each side is computed once, and both are joined by their key.
 */
export async function projectsByName(
  db: Database | Transaction,
  { customer, actor }: Pick<ReadContext, 'customer' | 'actor'>,
  references: readonly string[],
): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ text: string; ids: string[] }>`
    with given as materialized (
      select text, ${comparedName(sql`text`)} as key from unnest(${references}::text[]) as text
    ), named as materialized (
      select reference.key, array_agg(distinct project.id) as ids
      from project
      cross join lateral (values (project.id::text), (${comparedName(sql`project.external_id`)}), (${comparedName(sql`project.name`)}))
        as reference (key)
      where project.customer_id = ${customer} and not project.is_inactive and ${isOpenTo(actor)} and reference.key in (select key from given)
      group by reference.key
    )
    select given.text, named.ids from given join named on named.key = given.key`.execute(db)
  return new Map(rows.map(({ text, ids }) => [text, ids]))
}
