import { administers, type Person } from '@lintel/contract/people/permissions'
import {
  administersFrom,
  givenLevels,
  type PrivilegeLevel,
  privilegeLevel,
} from '@lintel/contract/people/privilege-levels'
import type { RowConflict } from '@lintel/contract/people/row-conflicts'
import { type RawBuilder, sql } from 'kysely'
import { instantOf } from '../../../platform/clock'
import { kept } from '../../../platform/columns'
import type { Transaction } from '../../../platform/database'
import { isOpening, isOpenTo } from '../../../projects/projects/project-rights.store'
import { memberColumns } from '../../members/member-columns'
import { belongsToCustomer } from '../../users/person-of-customer.store'
import type { Planned } from '../engine/change-kind'
import { beginning, type NewChangeSet } from '../engine/change-set-work.store'
import { countsOf, type PlanCounts } from '../engine/plan-counts.store'

/** A level that somebody is to have, as far as it could be read. */
export interface WantedRole {
  number: number
  /** Lower-cased. */
  email: string | null
  /** An id of ours, of whatever customer; what is not one is null. */
  project: string | null
  /** Null for the level that they have, and for one that cannot be read. */
  level: PrivilegeLevel | null
  /** The level was written as a text: a guest's is for guest accounts alone, so that a paste or a fill demotes nobody. */
  isWritten: boolean
  /** Their login methods; null leaves them as they are. */
  providers: readonly string[] | null
  /** The level that was seen, 0 for no membership; null where nobody says. */
  expected: number | null
  /** The version of the membership that was seen, 0 for none; null where nobody says. */
  expectedVersion: number | null
  /** The end: an instant, null for none, undefined to leave it as it is. */
  until: string | null | undefined
  /** What stands against the row before anything is looked up. */
  conflict: RowConflict | null
  /** The row's own words, where they say more than address and project; kept where something could not be understood. */
  given: Record<string, string> | null
  why: { line?: number; column?: string; copiedFrom?: string } | null
}

/** Levels that administrators of the customer and staff may give (security G5). */
const grantable = sql.join(givenLevels.map((level) => sql.lit(level)))

/** The level of whoever manages the members of \`project\` without administering its customer; 0 for others, and while it is hibernated. */
const managingLevel = (actor: Person) => sql`coalesce((
  select own.privilege_level from project_member as own
  where own.project_id = project.id and own.user_id = ${actor.id} and own.privilege_level >= ${sql.lit(administersFrom)}
    and not project.is_hibernated and ${isOpening('own')}), 0)`

/** Somebody of a project gives levels below their own, to members below themselves (security G5). */
export const isAboveActor = (actor: Person, customer: string, level: RawBuilder<unknown>): RawBuilder<unknown> =>
  administers(actor, customer)
    ? sql``
    : sql`when greatest(coalesce(${level}, 0), coalesce(member.privilege_level, 0)) >= ${managingLevel(actor)} then 'levelNotAllowed'`

/**
 * What stands against giving `level` to `person` in a project, beside `member` (what they have there) and `office` (their
 * administration of the customer); null when nothing does (security G5). Asked when it is planned, and again when it is applied.
 */
export const refusal = (
  actor: Person,
  customer: string,
  level: RawBuilder<unknown>,
): RawBuilder<string | null> => sql`case
  when person.id = ${actor.id} then 'oneself'
  when member.privilege_level = ${sql.lit(privilegeLevel.owner)} then 'owner'
  when office.user_id is not null then 'customerAdministrator'
  when person.role is not null then 'staff'
  when ${level} not in (${grantable}) then 'levelNotAllowed'
  ${isAboveActor(actor, customer, level)}
  when ${level} <> 0 and person.guest and (${level} <> ${sql.lit(privilegeLevel.guest)} or member.user_id is null)
    then 'guestAccount'
end`

/** When a membership ends, whichever kind it is. */
const endOf = sql`coalesce(member.expiration_date, member.access_until)`

const told = (instant: RawBuilder<unknown>) => sql`to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`

/** A membership's terms as a row shows them: its login methods where the row says something about them. */
const terms = (level: RawBuilder<unknown>, until: RawBuilder<unknown>, providers: RawBuilder<unknown>) =>
  sql`jsonb_build_object('privilegeLevel', ${level}, 'accessUntil', ${told(until)})
    || case when wanted_providers is null then '{}' else jsonb_build_object('providers', ${providers}) end`

/** Some of a row's login methods are neither the member's already nor the actor's to offer. */
const namesUnknownMethod = (known: readonly string[]) => sql`exists (
  select from jsonb_array_elements_text(wanted_providers) as method
  where method <> all(${known}::text[]) and method <> all(coalesce(member.providers, '{}')))`

export interface RoleRowsTerms {
  /** Login methods that the actor may offer, among those that the rows name. */
  methods?: readonly string[]
  /** The change set itself, where the same statement makes it. */
  begun?: NewChangeSet | undefined
}

/** Writes the rows of a part of the plan, and counts them: one statement, a few looks into indexes for each row. */
export async function insertRoleRows(
  db: Transaction,
  set: Planned,
  wanted: readonly WantedRole[],
  terms: RoleRowsTerms = {},
): Promise<PlanCounts> {
  const { rows } = await sql<PlanCounts>`
    with ${writingRoleRows(db, set, wanted, terms)} ${countsOf(sql`written`)}`.execute(db)
  const [counts] = rows
  if (!counts) throw new Error('A count has one row')
  return counts
}

/** The same as parts of a statement: `written` has the rows as they are stored. */
export function writingRoleRows(
  db: Transaction,
  { id, customer, actor, now }: Planned,
  wanted: readonly WantedRole[],
  { methods = [], begun }: RoleRowsTerms,
): RawBuilder<unknown> {
  // A list is a subquery, so that the planner takes the same number of rows for every call: it would else plan each call of a few
  // rows anew, which takes longer than what it plans.
  const list = (read: (row: WantedRole) => unknown, type: string) =>
    sql`(select ${wanted.map(read)}::${sql.raw(type)}[])`
  const json = (read: (row: WantedRole) => unknown) =>
    list((row) => {
      const value = read(row)
      return value === null ? null : JSON.stringify(value)
    }, 'jsonb')
  return sql`
    ${begun ? sql`begun as (${beginning(db, begun)}), ` : sql``}written as (insert into change_set_row (change_set_id, number, outcome, user_id, project_id, object, before, after, why, conflict, version, kept, follows)
    select ${id}, number,
      case when conflict is not null then 'conflict' when is_same then 'same' else 'change' end,
      user_id, project_id,
      -- Of a line of a file that is refused for what is known of the person, its words are kept as well.
      case when object is null and conflict is not null and words is not null
        then jsonb_build_object('given', words) else object end, before,
      case when conflict is null and level <> 0 then ${terms(sql`level`, sql`ends`, sql`wanted_providers`)} end,
      why, conflict, version, case when conflict is null and level = 0 then kept end, follows
    from (
      select wanted.number, wanted.why, wanted.given as words, terms.level, terms.ends, wanted_providers, person.id as user_id,
        project.id as project_id, member.version, member.change_set_id as follows,
        case when member.user_id is not null
          then ${terms(sql`member.privilege_level`, endOf, sql`member.providers`)} end as before,
        case when wanted.refused is not null or person.id is null or project.id is null then jsonb_build_object('given',
          coalesce(wanted.given, jsonb_build_object('user', wanted.email, 'project', wanted.project))) end as object,
        case when terms.level = 0 then ${kept(memberColumns, 'member')} end as kept,
        coalesce(member.privilege_level, 0) = terms.level and terms.ends is not distinct from ${endOf}
          and (terms.level = 0 or wanted_providers is null
            or wanted_providers = to_jsonb(coalesce(member.providers, '{}'))) as is_same,
        coalesce(wanted.refused,
          case when person.id is null then 'unknownPerson' when project.id is null then 'unknownProject' end,
          ${refusal(actor, customer, sql`terms.level`)},
          case when wanted.expected <> coalesce(member.privilege_level, 0)
              or wanted.expected_version <> coalesce(member.version, 0) then 'changedMeanwhile'
            when terms.level is null then 'notMember'
            when wanted.only_guests and not person.guest
              and member.privilege_level is distinct from ${sql.lit(privilegeLevel.guest)} then 'onlyForGuests'
            when ${namesUnknownMethod(methods)} then 'unknownLoginMethod' end) as conflict
      from unnest(
        ${list(({ number }) => number, 'int')}, ${list(({ email }) => email, 'text')}, ${list(({ project }) => project, 'uuid')},
        ${list(({ level }) => level, 'smallint')}, ${list(({ until }) => until === undefined, 'boolean')},
        ${list(({ until }) => until ?? null, 'timestamptz')}, ${list(({ conflict }) => conflict, 'text')},
        ${json(({ given }) => given)}, ${json(({ why }) => why)}, ${json(({ providers }) => providers)},
        ${list(({ expected }) => expected, 'smallint')}, ${list(({ expectedVersion }) => expectedVersion, 'int')},
        ${list(({ level, isWritten }) => isWritten && level === privilegeLevel.guest, 'boolean')}
      ) as wanted (number, email, project, level, keeps, until, refused, given, why, wanted_providers, expected,
        expected_version, only_guests)
      left join app_user as person
        on person.email = wanted.email and person.deleted_at is null and ${belongsToCustomer('person', customer)}
      left join project
        on project.id = wanted.project and project.customer_id = ${customer} and not project.is_inactive
          and ${isOpenTo(actor)}
      -- Row by row: left to itself, the planner reads all memberships there are once it expects enough rows.
      left join lateral (
        select own.* from project_member as own where own.project_id = project.id and own.user_id = person.id limit 1
      ) as member on true
      left join customer_admin as office on office.customer_id = ${customer} and office.user_id = person.id
      cross join lateral (
        select coalesce(wanted.level, member.privilege_level) as level,
          case when wanted.level = 0 then ${endOf} when not wanted.keeps then wanted.until
            when wanted.level is null or ${endOf} > ${instantOf(now)} then ${endOf} end as ends
      ) as terms
    ) as judged
    returning *)`
}
