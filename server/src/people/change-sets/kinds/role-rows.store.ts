import type { ChangeSetRow } from '@lintel/contract/people/change-sets'
import { administers, type Person, readsCustomer } from '@lintel/contract/people/permissions'
import {
  assignableLevels,
  minAdminLevel,
  type PrivilegeLevel,
  privilegeLevel,
} from '@lintel/contract/people/privilege-levels'
import type { RowConflict } from '@lintel/contract/people/row-conflicts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { instantOf } from '../../../platform/clock'
import type { Transaction } from '../../../platform/database'
import { secondText } from '../../../platform/sql-times'
import { grantsAccess, isOpenTo } from '../../../projects/projects/project-rights.store'
import { endOf } from '../../members/membership-end.store'
import { belongsToCustomer } from '../../users/belongs-to-customer.store'
import type { PlannedChangeSet } from '../engine/change-kind'
import { isKnownTo, isMemberOf } from '../engine/known-people.store'
import { type PlanCounts, selectPlanCounts } from '../engine/plan-counts.store'
import { changeSetInsert, type NewChangeSet } from '../engine/stored-change-set.store'
import { keptMembership } from './ended-memberships.store'

/** Terms of a membership as in `before` of a row; the level is 0 for no membership. Omitted ones are not compared. */
export type ExpectedTerms = NonNullable<ChangeSetRow['before']>

/** A requested role, as far as it could be parsed. */
export interface RequestedRole {
  number: number
  /** Lower-cased. */
  email: string | null
  /** A project id of any customer; null for a text that is no id. */
  project: string | null
  /** Null to keep the current level, and for one that cannot be parsed. */
  level: PrivilegeLevel | null
  /** The level was given as text: then `guest` is for guest accounts only, so that a paste or a fill demotes nobody. */
  isLevelText: boolean
  /** Login methods; null leaves them unchanged. */
  providers: readonly string[] | null
  /** The terms that the client last read, or those from before an undone change; null when not sent. */
  expected: ExpectedTerms | null
  /** The version that the client last read, 0 for no membership; null when not sent. */
  expectedVersion: number | null
  /** The end as an instant; null for none, undefined to leave it unchanged. */
  until: string | null | undefined
  /** A conflict found before any lookup; `dateInPast` is none where the membership has ended on that day. */
  conflict: RowConflict | null
  /** The entered texts, where they say more than email and project; stored where part of the row could not be parsed. */
  given: Record<string, string> | null
  why: { line?: number; column?: string; copiedFrom?: string } | null
}

/** Levels that administrators of the customer and staff may assign (security G5). */
const grantable = sql.join(assignableLevels.map((level) => sql.lit(level)))

/**
 * The level of an actor who manages the members of `project` without administering its customer; 0 for others and while the project is hibernated.
 */
const managingLevel = (actor: Person) => sql`coalesce((
  select own.privilege_level from project_member as own
  where own.project_id = project.id and own.user_id = ${actor.id} and own.privilege_level >= ${sql.lit(minAdminLevel)}
    and not project.is_hibernated and ${grantsAccess('own')}), 0)`

/** A project member may only assign levels below their own, and only to members below themselves (security G5). */
export const aboveActorCase = (actor: Person, customer: string, level: RawBuilder<unknown>): RawBuilder<unknown> =>
  administers(actor, customer)
    ? sql``
    : sql`when greatest(coalesce(${level}, 0), coalesce(member.privilege_level, 0)) >= ${managingLevel(actor)} then 'levelNotAllowed'`

/** The conflict of an unknown person. Of a member whom the actor has read before and who is none any more, it is that. */
const unknownPersonConflict = (actor: Person, customer: string): RawBuilder<string> =>
  readsCustomer(actor, customer)
    ? sql<string>`'unknownPerson'`
    : sql<string>`case when (wanted.expected ->> 'privilegeLevel')::int > 0 or wanted.expected_version > 0 then 'changedMeanwhile' else 'unknownPerson' end`

/** By {@link isKnownTo}, somebody who is no member is unknown to an actor who does not read the customer's people. */
const strangerCase = (actor: Person, customer: string): RawBuilder<unknown> =>
  readsCustomer(actor, customer) ? sql`` : sql`when member.user_id is null then 'unknownPerson'`

/**
 * The conflict of giving `level` to `person` in a project, given their `member` row there and `admin`, their administration of the customer; null
 * for none (security G4, G5). Evaluated when planning and again when applying.
 */
export const roleConflict = (
  actor: Person,
  customer: string,
  level: RawBuilder<unknown>,
): RawBuilder<string | null> => sql`case
  ${strangerCase(actor, customer)}
  when person.id = ${actor.id} then 'oneself'
  when member.privilege_level = ${sql.lit(privilegeLevel.owner)} then 'owner'
  when admin.user_id is not null then 'customerAdministrator'
  when person.role is not null then 'staff'
  when ${level} not in (${grantable}) then 'levelNotAllowed'
  ${aboveActorCase(actor, customer, level)}
  when ${level} <> 0 and person.guest and (${level} <> ${sql.lit(privilegeLevel.guest)} or member.user_id is null)
    then 'guestAccount'
end`

/** The terms of a membership as a row returns them, with login methods only where the row sets them. */
const terms = (level: RawBuilder<unknown>, until: RawBuilder<unknown>, providers: RawBuilder<unknown>) =>
  sql`jsonb_build_object('privilegeLevel', ${level}, 'accessUntil', ${secondText(until)})
    || case when wanted_providers is null then '{}' else jsonb_build_object('providers', ${providers}) end`

/** All terms of a membership. */
const currentTerms = sql`jsonb_build_object('privilegeLevel', coalesce(member.privilege_level, 0), 'accessUntil', ${secondText(endOf('member'))},
  'providers', coalesce(member.providers, '{}'), 'directoryLevel', member.directory_level, 'beforeDirectory', member.before_directory)`

/** The `member` differs from these terms, as far as they are given; false for null. */
export const differsFromTerms = (given: RawBuilder<unknown>): RawBuilder<SqlBool> =>
  sql`(${given} is not null and ${currentTerms} || ${given} <> ${currentTerms})`

/** The row has an end that is over, and it is that of the membership, which stays at its level: a file that was exported has such rows. */
const hasEndedThen = (customer: string) => {
  const day = (end: RawBuilder<unknown>) =>
    sql`(${end} at time zone (select time_zone from customer where id = ${customer}))::date`
  return sql`(wanted.refused is not distinct from 'dateInPast' and coalesce(wanted.level = member.privilege_level, member.user_id is not null)
    and (${day(sql`wanted.until`)} = ${day(endOf('member'))}) is true)`
}

/** The row names login methods that the member does not have and the actor may not offer. */
const hasUnknownMethod = (known: readonly string[]) => sql`exists (
  select from jsonb_array_elements_text(wanted_providers) as method
  where method <> all(${known}::text[]) and method <> all(coalesce(member.providers, '{}')))`

export interface RoleRowsOptions {
  /** Login methods that the actor may offer, among those that the rows name. */
  methods?: readonly string[]
  /** The change set to insert with the same statement. */
  newSet?: NewChangeSet | undefined
  /** Rows may remove people from deleted projects, which are unknown otherwise. */
  includesDeleted?: boolean
}

/** Writes the rows of a part of the plan and counts them, in one statement with a few index lookups per row. */
export async function insertRoleRows(
  db: Transaction,
  set: PlannedChangeSet,
  requested: readonly RequestedRole[],
  terms: RoleRowsOptions = {},
): Promise<PlanCounts> {
  const { rows } = await sql<PlanCounts>`
    with ${roleRowsInsert(db, set, requested, terms)} ${selectPlanCounts(sql`written`)}`.execute(db)
  const [counts] = rows
  if (!counts) throw new Error('A count has one row')
  return counts
}

/** The insert as parts of a statement; `written` has the rows as they are stored. */
export function roleRowsInsert(
  db: Transaction,
  { id, customer, actor, now }: PlannedChangeSet,
  requested: readonly RequestedRole[],
  { methods = [], newSet, includesDeleted = false }: RoleRowsOptions,
): RawBuilder<unknown> {
  // A list is a subquery, so that the planner assumes the same number of rows for every call. Otherwise it would replan each call of a few rows,
  // which takes longer than the query.
  const list = (read: (row: RequestedRole) => unknown, type: string) =>
    sql`(select ${requested.map(read)}::${sql.raw(type)}[])`
  const json = (read: (row: RequestedRole) => unknown) =>
    list((row) => {
      const value = read(row)
      return value === null ? null : JSON.stringify(value)
    }, 'jsonb')
  return sql`
    ${newSet ? sql`new_set as (${changeSetInsert(db, newSet)}), ` : sql``}written as (insert into change_set_row (change_set_id, number, outcome, user_id, project_id, object, before, after, why, conflict, version, kept, follows)
    select ${id}, number,
      case when conflict is not null then 'conflict' when is_same then 'same' else 'change' end,
      user_id, project_id,
      -- A file line refused because of the person keeps its entered texts as well.
      case when object is null and conflict is not null and texts is not null
        then jsonb_build_object('given', texts) else object end, before,
      case when conflict is null and level <> 0 then ${terms(sql`level`, sql`ends`, sql`wanted_providers`)} end,
      why, conflict, version, case when conflict is null and level = 0 then kept end, follows
    from (
      select wanted.number, wanted.why, wanted.given as texts, terms.level, terms.ends, wanted_providers, person.id as user_id,
        project.id as project_id, member.version, member.change_set_id as follows,
        case when member.user_id is not null
          then ${terms(sql`member.privilege_level`, endOf('member'), sql`member.providers`)} end as before,
        case when terms.refused is not null or person.id is null or project.id is null then jsonb_build_object('given',
          coalesce(wanted.given, jsonb_build_object('user', wanted.email, 'project', wanted.project))) end as object,
        case when terms.level = 0 then ${keptMembership('member')} end as kept,
        coalesce(member.privilege_level, 0) = terms.level and terms.ends is not distinct from ${endOf('member')}
          and (terms.level = 0 or wanted_providers is null
            or wanted_providers = to_jsonb(coalesce(member.providers, '{}'))) as is_same,
        coalesce(terms.refused,
          case when person.id is null then ${unknownPersonConflict(actor, customer)} when project.id is null then 'unknownProject' end,
          ${roleConflict(actor, customer, sql`terms.level`)},
          case when ${differsFromTerms(sql`wanted.expected`)} or wanted.expected_version <> coalesce(member.version, 0) then 'changedMeanwhile'
            when terms.level is null then 'notMember'
            when wanted.only_guests and not person.guest
              and member.privilege_level is distinct from ${sql.lit(privilegeLevel.guest)} then 'onlyForGuests'
            when ${hasUnknownMethod(methods)} then 'unknownLoginMethod' end) as conflict
      from unnest(
        ${list(({ number }) => number, 'int')}, ${list(({ email }) => email, 'text')}, ${list(({ project }) => project, 'uuid')},
        ${list(({ level }) => level, 'smallint')}, ${list(({ until }) => until === undefined, 'boolean')},
        ${list(({ until }) => until ?? null, 'timestamptz')}, ${list(({ conflict }) => conflict, 'text')},
        ${json(({ given }) => given)}, ${json(({ why }) => why)}, ${json(({ providers }) => providers)},
        ${json(({ expected }) => expected)}, ${list(({ expectedVersion }) => expectedVersion, 'int')},
        ${list(({ level, isLevelText }) => isLevelText && level === privilegeLevel.guest, 'boolean')}
      ) as wanted (number, email, project, level, keeps, until, refused, given, why, wanted_providers, expected,
        expected_version, only_guests)
      left join app_user as person
        on person.email = wanted.email and person.deleted_at is null
          and ${isKnownTo(actor, customer, isMemberOf(sql`wanted.project`))} and ${belongsToCustomer('person', customer)}
      left join project
        on project.id = wanted.project and project.customer_id = ${customer}
          and (not project.is_inactive or (${includesDeleted} and wanted.level = 0)) and ${isOpenTo(actor)}
      -- Lateral, because otherwise the planner scans all memberships once it expects enough rows.
      left join lateral (
        select own.* from project_member as own where own.project_id = project.id and own.user_id = person.id limit 1
      ) as member on true
      left join customer_admin as admin on admin.customer_id = ${customer} and admin.user_id = person.id
      cross join lateral (
        select coalesce(wanted.level, member.privilege_level) as level, case when not ${hasEndedThen(customer)} then wanted.refused end as refused,
          case when wanted.level = 0 or ${hasEndedThen(customer)} then ${endOf('member')} when not wanted.keeps then wanted.until
            when wanted.level is null or ${endOf('member')} > ${instantOf(now)} then ${endOf('member')} end as ends
      ) as terms
    ) as evaluated
    returning *)`
}
