import { projectMembers } from '@lintel/contract/people/members'
import type { Person } from '@lintel/contract/people/permissions'
import { privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { instantOf } from '../../../platform/clock'
import type { Transaction } from '../../../platform/database'
import { isOpenTo } from '../../../projects/projects/project-rights.store'
import type { ChangedRecord } from '../engine/change-kind'
import { refusal } from './role-rows.store'

/** The part of a change set that is at work: rows whose numbers are above `after`, up to `upTo`. */
export interface Part {
  id: string
  customer: string
  actor: Person
  now: number
  after: number
  upTo: number
}

/** The last number of a change set's rows; 0 without any. */
export async function lastNumber(db: Transaction, id: string): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    select coalesce(max(number), 0)::int as last from change_set_row where change_set_id = ${id}`.execute(db)
  return rows[0]?.last ?? 0
}

/**
 * Whether every login method that the rows name is still there. They stay until the transaction ends that gives them; whether they
 * are the actor's to offer was asked when the rows were planned.
 */
export async function keepsLoginMethods(db: Transaction, id: string): Promise<boolean> {
  const { rows } = await sql<{ wanted: number; known: number }>`
    with wanted as (
      select distinct method from change_set_row as row
      cross join lateral jsonb_array_elements_text(row.after -> 'providers') as method
      where row.change_set_id = ${id} and row.outcome = 'change'
    ), known as (
      select id from sso_provider where id in (select method from wanted) for key share
    )
    select (select count(*)::int from wanted) as wanted, (select count(*)::int from known) as known`.execute(db)
  return rows[0] !== undefined && rows[0].wanted === rows[0].known
}

/** The rows of a part that change a membership. */
export const ofPart = ({ id, after, upTo }: Pick<Part, 'id' | 'after' | 'upTo'>): RawBuilder<SqlBool> =>
  sql`(row.change_set_id = ${id} and row.number > ${after} and row.number <= ${upTo} and row.outcome = 'change'
    and row.project_id is not null)`

const level = sql`coalesce((row.after ->> 'privilegeLevel')::smallint, 0)`
const until = sql`(row.after ->> 'accessUntil')::timestamptz`
const guest = sql.lit(privilegeLevel.guest)

/** The login methods of these terms of a row; `otherwise` where the row says nothing about them. */
export const methodsOf = (terms: RawBuilder<unknown>, otherwise: RawBuilder<unknown>): RawBuilder<string[]> => sql`(
  case when ${terms} -> 'providers' is null then ${otherwise}
    else array(select jsonb_array_elements_text(${terms} -> 'providers')) end)`

/** How many rows may not be applied as they were planned: somebody became locked, left, or the project is gone. */
export async function countRefused(db: Transaction, part: Part): Promise<number> {
  const { customer, actor } = part
  const { rows } = await sql<{ refused: number }>`
    select count(*)::int as refused
    from change_set_row as row
    left join app_user as person on person.id = row.user_id and person.deleted_at is null
    left join project on project.id = row.project_id and project.customer_id = ${customer} and not project.is_inactive
      and ${isOpenTo(actor)}
    left join project_member as member on member.project_id = row.project_id and member.user_id = row.user_id
    left join customer_admin as office on office.customer_id = ${customer} and office.user_id = row.user_id
    where ${ofPart(part)}
      and (person.id is null or project.id is null or ${refusal(actor, level)} is not null)`.execute(db)
  return rows[0]?.refused ?? 0
}

/**
 * Changes, adds and ends memberships as the rows say, where they are still of the version that the plan saw. Gives how many that
 * were of each kind.
 */
export async function applyRoleRows(
  db: Transaction,
  part: Part,
): Promise<{ changed: number; added: number; ended: number }> {
  const { id, customer, actor } = part
  const at = instantOf(part.now)
  const changed = await sql`
    update project_member as member set privilege_level = ${level},
      expiration_date = case when ${level} = ${guest} then ${until} end,
      access_until = case when ${level} <> ${guest} then ${until} end,
      providers = ${methodsOf(sql`row.after`, sql`member.providers`)},
      change_set_id = ${id}, updated_at = ${at}, version = member.version + 1
    from change_set_row as row
    where ${ofPart(part)} and row.version is not null and row.after is not null
      and member.project_id = row.project_id and member.user_id = row.user_id and member.version = row.version`.execute(
    db,
  )
  const added = await sql`
    insert into project_member (project_id, user_id, customer_id, privilege_level, expiration_date, access_until,
      providers, created_by, created_at, updated_at, change_set_id)
    select row.project_id, row.user_id, ${customer}, ${level},
      case when ${level} = ${guest} then ${until} end, case when ${level} <> ${guest} then ${until} end,
      ${methodsOf(sql`row.after`, sql`'{}'`)}, ${actor.id}, ${at}, ${at}, ${id}
    from change_set_row as row
    where ${ofPart(part)} and row.version is null and row.after is not null
    on conflict do nothing`.execute(db)
  const ended = await sql`
    delete from project_member as member using change_set_row as row
    where ${ofPart(part)} and row.after is null
      and member.project_id = row.project_id and member.user_id = row.user_id and member.version = row.version`.execute(
    db,
  )
  return { changed: affected(changed), added: affected(added), ended: affected(ended) }
}

/** The memberships of a change set as they are now; undefined for more than `most`. */
export async function changedMemberships(
  db: Transaction,
  id: string,
  most: number,
): Promise<ChangedRecord[] | undefined> {
  const { rows } = await sql<Omit<ChangedRecord, 'type'>>`
    select row.project_id || '.' || row.user_id as id, member.version
    from (
      select * from change_set_row
      where change_set_id = ${id} and outcome = 'change' and project_id is not null and not remains order by number limit ${most + 1}
    ) as row
    left join project_member as member on member.project_id = row.project_id and member.user_id = row.user_id`.execute(
    db,
  )
  return rows.length > most ? undefined : rows.map((row) => ({ ...row, type: projectMembers.type }))
}

/** The accounts of guests end with their membership (security G6). */
export const endGuestAccounts = (db: Transaction, id: string) =>
  sql`
    update app_user set expiration_date = member.expiration_date
    from change_set_row as row
    join project_member as member on member.project_id = row.project_id and member.user_id = row.user_id
    where row.change_set_id = ${id} and row.outcome = 'change' and app_user.id = row.user_id and app_user.guest
      and member.privilege_level = ${guest}`.execute(db)

const affected = ({ numAffectedRows }: { numAffectedRows?: bigint }): number => Number(numAffectedRows ?? 0n)
