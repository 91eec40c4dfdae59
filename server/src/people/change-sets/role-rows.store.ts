import type { RowConflict } from '@lintel/contract/people/change-sets'
import type { Person } from '@lintel/contract/people/permissions'
import { givenLevels, type PrivilegeLevel, privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { type RawBuilder, sql } from 'kysely'
import { instantOf } from '../../platform/clock'
import type { Transaction } from '../../platform/database'
import { hasToDoWith } from '../users/person-of-customer.store'
import type { Planned } from './change-kind'

/** A level that somebody is to have, as far as it could be read. */
export interface WantedRole {
  number: number
  /** Lower-cased. */
  email: string | null
  /** An id of ours, of whatever customer; what is not one is null. */
  project: string | null
  level: PrivilegeLevel | null
  /** The end: an instant, null for none, undefined to leave it as it is. */
  until: string | null | undefined
  /** What stands against the row before anything is looked up. */
  conflict: RowConflict | null
  /** The row's own words, where they say more than address and project; kept where something could not be understood. */
  given: Record<string, string> | null
  why: { line?: number; copiedFrom?: string } | null
}

/** Levels that administrators of the customer and staff may give (security G5). */
const grantable = sql.join(givenLevels.map((level) => sql.lit(level)))

/**
 * What stands against giving `level` to `person` in a project, beside `member` (what they have there) and `office` (their
 * administration of the customer); null when nothing does (security G5). Asked when it is planned, and again when it is applied.
 */
export const refusal = (actor: Person, level: RawBuilder<unknown>): RawBuilder<string | null> => sql`case
  when person.id = ${actor.id} then 'oneself'
  when member.privilege_level = ${sql.lit(privilegeLevel.owner)} then 'owner'
  when office.user_id is not null then 'customerAdministrator'
  when person.role is not null then 'staff'
  when ${level} not in (${grantable}) then 'levelNotAllowed'
  when ${level} <> 0 and person.guest and (${level} <> ${sql.lit(privilegeLevel.guest)} or member.user_id is null)
    then 'guestAccount'
end`

/** When a membership ends, whichever kind it is. */
const endOf = sql`coalesce(member.expiration_date, member.access_until)`

const told = (instant: RawBuilder<unknown>) => sql`to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`

/** A membership's terms as a row shows them. */
const terms = (level: RawBuilder<unknown>, until: RawBuilder<unknown>) =>
  sql`jsonb_build_object('privilegeLevel', ${level}, 'accessUntil', ${told(until)})`

/** Writes the rows of a part of the plan: one statement, a few looks into indexes for each row. */
export async function insertRoleRows(
  db: Transaction,
  { id, customer, actor, now }: Planned,
  wanted: readonly WantedRole[],
): Promise<void> {
  const column = <T>(read: (row: WantedRole) => T): T[] => wanted.map(read)
  const json = (read: (row: WantedRole) => object | null) =>
    column((row) => {
      const value = read(row)
      return value === null ? null : JSON.stringify(value)
    })
  await sql`
    insert into change_set_row (change_set_id, number, outcome, user_id, project_id, object, before, after, why, conflict, version, kept)
    select ${id}, number,
      case when conflict is not null then 'conflict' when is_same then 'same' else 'change' end,
      user_id, project_id, object, before,
      case when conflict is null and level <> 0 then ${terms(sql`level`, sql`ends`)} end,
      why, conflict, version, case when conflict is null and level = 0 then kept end
    from (
      select wanted.*, person.id as user_id, project.id as project_id, member.version, ends.ends,
        case when member.user_id is not null then ${terms(sql`member.privilege_level`, endOf)} end as before,
        case when wanted.refused is not null or person.id is null or project.id is null then jsonb_build_object('given',
          coalesce(wanted.given, jsonb_build_object('user', wanted.email, 'project', wanted.project))) end as object,
        case when wanted.level = 0 then to_jsonb(member) end as kept,
        coalesce(member.privilege_level, 0) = wanted.level and ends.ends is not distinct from ${endOf} as is_same,
        coalesce(wanted.refused,
          case when person.id is null then 'unknownPerson' when project.id is null then 'unknownProject' end,
          ${refusal(actor, sql`wanted.level`)}) as conflict
      from unnest(
        ${column(({ number }) => number)}::int[], ${column(({ email }) => email)}::text[],
        ${column(({ project }) => project)}::uuid[], ${column(({ level }) => level)}::smallint[],
        ${column(({ until }) => until === undefined)}::boolean[], ${column(({ until }) => until ?? null)}::timestamptz[],
        ${column(({ conflict }) => conflict)}::text[], ${json(({ given }) => given)}::jsonb[], ${json(({ why }) => why)}::jsonb[]
      ) as wanted (number, email, project, level, keeps, until, refused, given, why)
      left join app_user as person
        on person.email = wanted.email and person.deleted_at is null and ${hasToDoWith('person', customer)}
      left join project
        on project.id = wanted.project and project.customer_id = ${customer} and not project.is_inactive
      -- Row by row: left to itself, the planner reads all memberships there are once it expects enough rows.
      left join lateral (
        select own.* from project_member as own where own.project_id = project.id and own.user_id = person.id limit 1
      ) as member on true
      left join customer_admin as office on office.customer_id = ${customer} and office.user_id = person.id
      cross join lateral (
        select case when wanted.level = 0 then ${endOf} when not wanted.keeps then wanted.until
          when ${endOf} > ${instantOf(now)} then ${endOf} end as ends
      ) as ends
    ) as judged`.execute(db)
}
