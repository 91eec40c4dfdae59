import { sql } from 'kysely'
import type { Database, Transaction } from '../../../platform/database'
import { isActive } from '../../../projects/projects/project-rights.store'

/** A membership in a project of a customer that is not deleted. */
export interface MembershipOf {
  user: string
  project: string
  level: number
  until: string | null
}

/** What people have in a customer's projects, person by person. `emails` are lower-cased. */
export async function membershipsOf(
  db: Database | Transaction,
  customer: string,
  emails: readonly string[],
  { onlyLiving }: { onlyLiving: boolean },
): Promise<MembershipOf[]> {
  const { rows } = await sql<MembershipOf>`
    select person.email as user, member.project_id as project, member.privilege_level as level,
      coalesce(member.expiration_date, member.access_until) as until
    from app_user as person
    join project_member as member on member.user_id = person.id and member.customer_id = ${customer}
    join project on project.id = member.project_id and not project.is_inactive
    where person.email = any(${emails}::text[]) and person.deleted_at is null
      and ${onlyLiving ? isActive('member') : sql`true`}
    order by person.email, project.name, project.id`.execute(db)
  return rows
}

/** The time zone in which a customer's days end. */
export async function timeZoneOf(db: Database | Transaction, customer: string): Promise<string> {
  const found = await db.selectFrom('customer').select('time_zone').where('id', '=', customer).executeTakeFirstOrThrow()
  return found.time_zone
}

/** The projects that each of these words means, by lower-cased word: an id, an external id, or a name that may be several projects'. */
export async function projectsByName(
  db: Database | Transaction,
  customer: string,
  words: readonly string[],
): Promise<Map<string, string[]>> {
  const lower = words.map((word) => word.toLowerCase())
  const { rows } = await sql<{ word: string; ids: string[] }>`
    select word, array_agg(distinct project.id) as ids
    from project
    cross join lateral (values (project.id::text), (lower(project.external_id)), (lower(project.name))) as said (word)
    where project.customer_id = ${customer} and not project.is_inactive and said.word = any(${lower}::text[])
    group by word`.execute(db)
  return new Map(rows.map(({ word, ids }) => [word, ids]))
}
