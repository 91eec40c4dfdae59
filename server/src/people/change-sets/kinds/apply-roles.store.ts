import { projectMembers } from '@lintel/contract/people/members'
import type { Person } from '@lintel/contract/people/permissions'
import { privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { instantOf } from '../../../platform/clock'
import type { Database, Transaction } from '../../../platform/database'
import { maxPublishedChanges } from '../../../platform/events/published-changes'
import { isOpenTo } from '../../../projects/projects/project-rights.store'
import type { ChangedRecord, PlannedChangeSet } from '../engine/change-kind'
import { type PlanCounts, selectPlanCounts } from '../engine/plan-counts.store'
import { keepWhatEnds, keptMembership } from './ended-memberships.store'
import {
  differsFromTerms,
  type RequestedRole,
  type RoleRowsOptions,
  roleConflict,
  roleRowsInsert,
} from './role-rows.store'

/** A part of a change set: the rows whose numbers are above `after`, up to `upTo`. */
export interface ChangeSetPart {
  id: string
  customer: string
  actor: Person
  now: number
  after: number
  upTo: number
}

/** The highest row number of a change set; 0 without rows. */
export async function lastRowNumber(db: Database | Transaction, id: string): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    select coalesce(max(number), 0)::int as last from change_set_row where change_set_id = ${id}`.execute(db)
  return rows[0]?.last ?? 0
}

/** The row concerns a project membership, like every row whose object has no type. */
export const isMembershipRow = sql<SqlBool>`(row.project_id is not null and row.object ->> 'type' is null)`

/**
 * The row `other` of the change set `set` changes the membership of the `row`. The set is compared by `is not distinct from`: by `=` and while the
 * planner expects one row of it, an index of sets or of projects is chosen, and all rows of the set are read for each one.
 */
export const isSameMembershipIn = (set: RawBuilder<unknown>, other: string): RawBuilder<SqlBool> => {
  const column = (name: string) => sql.ref(`${other}.${name}`)
  return sql`(${column('user_id')} = row.user_id and ${column('project_id')} = row.project_id and ${column('outcome')} = 'change'
    and ${column('change_set_id')} is not distinct from ${set})`
}

/** The rows of a part that change a membership. */
export const isInPart = ({ id, after, upTo }: Pick<ChangeSetPart, 'id' | 'after' | 'upTo'>): RawBuilder<SqlBool> =>
  sql`(row.change_set_id = ${id} and row.number > ${after} and row.number <= ${upTo} and row.outcome = 'change'
    and ${isMembershipRow})`

const level = sql`coalesce((row.after ->> 'privilegeLevel')::smallint, 0)`
const until = sql`(row.after ->> 'accessUntil')::timestamptz`
const guest = sql.lit(privilegeLevel.guest)

/** The login methods in these terms of a row; `fallback` where the row does not set them. */
export const methodsOf = (terms: RawBuilder<unknown>, fallback: RawBuilder<unknown>): RawBuilder<string[]> => sql`(
  case when ${terms} -> 'providers' is null then ${fallback}
    else array(select jsonb_array_elements_text(${terms} -> 'providers')) end)`

/** The directory level in these terms of a row; `fallback` where the row does not set it. */
export const directoryLevelOf = (
  terms: RawBuilder<unknown>,
  fallback: RawBuilder<unknown>,
): RawBuilder<number | null> => sql`(
  case when ${terms} ? 'directoryLevel' then (${terms} ->> 'directoryLevel')::smallint else ${fallback} end)`

/** The manually assigned terms that the directory overrode, in these terms of a row; `fallback` where the row does not set them. */
export const beforeDirectoryOf = (
  terms: RawBuilder<unknown>,
  fallback: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`(
  case when ${terms} ? 'beforeDirectory' then nullif(${terms} -> 'beforeDirectory', 'null'::jsonb) else ${fallback} end)`

/** The source of the rows: their table, or the rows that the same statement has just written. */
const stored = sql.table('change_set_row')
const justWritten = sql.table('written')

/** Locks the login methods that the rows name until the transaction ends. */
const lockMethods = (part: ChangeSetPart, from: RawBuilder<unknown>) => sql`
    named as (
      select distinct method from ${from} as row
      cross join lateral jsonb_array_elements_text(row.after -> 'providers') as method
      where ${isInPart(part)}
    ), known as (
      select id from sso_provider where id in (select method from named) for key share
    )`

const areMethodsLocked = sql`(select count(*) from named) = (select count(*) from known)`

/** Locks the people whom the rows add to a project until the transaction ends, so that none becomes a guest or leaves concurrently. */
const lockAddedPeople = (part: ChangeSetPart, from: RawBuilder<unknown>) => sql`
    added_people as materialized (
      select person.guest, person.deleted_at from app_user as person
      where person.id in (
        select row.user_id from ${from} as row where ${isInPart(part)} and row.version is null and row.after is not null)
      order by person.id for key share
    )`

/** A guest account belongs to one project and is added to no other (security G6), a closed account to none. */
const mayAddPeople = sql`not exists (select from added_people where guest or deleted_at is not null)`

/** The access of a row was to last for some time when it was planned, and would be over at once. */
const hasEndedSince = ({ id, now }: ChangeSetPart) =>
  sql`(${until} <= ${instantOf(now)} and ${until} > (select created_at from change_set where id = ${id}))`

/**
 * Checks whether the rows can still be applied, as parts of a statement that end in `applicable`: nobody became locked or left, no project to which
 * access is given was deleted, no access has ended since, no membership was replaced by one with other terms, and every login method that the rows
 * name still exists. The login methods are locked until the transaction ends; whether the actor may offer them was checked when planning.
 */
const checkApplicable = (part: ChangeSetPart) => sql`
    ${lockMethods(part, stored)}, ${lockAddedPeople(part, stored)}, applicable as materialized (
      select where ${areMethodsLocked} and ${mayAddPeople} and not exists (
        select from change_set_row as row
        left join app_user as person on person.id = row.user_id and person.deleted_at is null
        left join project on project.id = row.project_id and project.customer_id = ${part.customer}
          and (not project.is_inactive or row.after is null) and ${isOpenTo(part.actor)}
        left join project_member as member on member.project_id = row.project_id and member.user_id = row.user_id
        left join customer_admin as admin on admin.customer_id = ${part.customer} and admin.user_id = row.user_id
        where ${isInPart(part)}
          and (person.id is null or project.id is null or ${roleConflict(part.actor, part.customer, level)} is not null
            or ${hasEndedSince(part)} or ${differsFromTerms(sql`row.before`)}))
    )`

/** The same for rows that the same statement has just written: none has a conflict. */
const checkClean = (part: ChangeSetPart) => sql`
    ${lockMethods(part, justWritten)}, ${lockAddedPeople(part, justWritten)}, applicable as materialized (
      select where ${areMethodsLocked} and ${mayAddPeople} and not exists (select from ${justWritten} as row where row.outcome = 'conflict')
    )`

/** The result of changing memberships. */
export interface MembershipChanges {
  changed: number
  /** How many of them were removed. */
  removed: number
  /** At least one is a guest's. */
  hasGuests: boolean
  /** Each changed membership, and each record that was changed with one; null when there are too many to publish one by one. */
  records: ChangedRecord[] | null
}

/** Runs the parts of a statement and counts what they wrote, as {@link countChanges} does. */
export const countWritten = async (
  db: Transaction,
  parts: RawBuilder<unknown>,
  names: readonly string[],
  others: Readonly<Record<string, string>> = {},
) => {
  const { rows } = await sql<MembershipChanges>`with ${parts} ${countChanges(names, others)}`.execute(db)
  const [counted] = rows
  if (!counted) throw new Error('A count has one row')
  return counted
}

/**
 * A query that counts what the parts of the same statement wrote. Each part returns rows of project, person, level and version; the version is null for
 * a removed membership. The parts of other records are given with their type, and return id and version.
 */
export const countChanges = (
  names: readonly string[],
  others: Readonly<Record<string, string>> = {},
): RawBuilder<MembershipChanges> => {
  const members = sql.join(
    names.map((name) => sql`select * from ${sql.ref(name)}`),
    sql` union all `,
  )
  const changed = sql.join(
    [
      sql`select true, ${sql.lit(projectMembers.type)}, project_id || '.' || user_id, level, version
        from (${members}) as member (project_id, user_id, level, version)`,
      ...Object.entries(others).map(
        ([name, type]) => sql`select false, ${sql.lit(type)}, id::text, null, version from ${sql.ref(name)}`,
      ),
    ],
    sql` union all `,
  )
  return sql<MembershipChanges>`
    select count(*) filter (where is_member)::int as changed,
      count(*) filter (where is_member and version is null)::int as removed,
      coalesce(bool_or(level = ${guest}), false) as "hasGuests",
      case when count(*) <= ${maxPublishedChanges}
        then jsonb_agg(jsonb_build_object('type', type, 'id', id, 'version', version)) end as records
    from (${changed}) as record (is_member, type, id, level, version)`
}

/**
 * Changes, adds and removes memberships as the rows say, where their version is still the planned one; none of them if any row can no longer be
 * applied.
 */
export const applyRoleRows = (db: Transaction, part: ChangeSetPart): Promise<MembershipChanges> =>
  countWritten(
    db,
    sql`${checkApplicable(part)}, ${keepWhatEnds(isApplicableRemoval(part), keptMembership('member'))}, ${membershipWrites(part, stored)}`,
    writeParts,
  )

/** The rows of a part that remove a membership, where the part is `applicable`. */
const isApplicableRemoval = (part: ChangeSetPart) =>
  sql<SqlBool>`exists (select from applicable) and ${isInPart(part)} and row.after is null`

/** Plans and applies a single row in one statement: it is written, counted, and applied if it has no conflict. */
export async function planAndApplyRole(
  db: Transaction,
  set: PlannedChangeSet,
  requested: RequestedRole,
  terms: RoleRowsOptions,
): Promise<{ counts: PlanCounts; changes: MembershipChanges }> {
  const part: ChangeSetPart = { ...set, after: 0, upTo: requested.number }
  const { rows } = await sql<{ counts: PlanCounts; changes: MembershipChanges }>`
    with ${roleRowsInsert(db, set, [requested], terms)}, ${checkClean(part)}, ${membershipWrites(part, justWritten)}
    select to_jsonb(counts) as counts, to_jsonb(changes) as changes
    from (${selectPlanCounts(justWritten)}) as counts, (${countChanges(writeParts)}) as changes`.execute(db)
  const [planned] = rows
  if (!planned) throw new Error('A count has one row')
  return planned
}

/** The names of the parts of {@link membershipWrites} that write. */
const writeParts = ['changed', 'added', 'ended']

/** The writes for the rows of a part, executed only if it is `applicable`. */
function membershipWrites(part: ChangeSetPart, from: RawBuilder<unknown>): RawBuilder<unknown> {
  const { id, customer, actor } = part
  const at = instantOf(part.now)
  return sql`changed as (
      update project_member as member set privilege_level = ${level},
        expiration_date = case when ${level} = ${guest} then ${until} end,
        access_until = case when ${level} <> ${guest} then ${until} end,
        providers = ${methodsOf(sql`row.after`, sql`member.providers`)},
        directory_level = ${directoryLevelOf(sql`row.after`, sql`member.directory_level`)},
        before_directory = ${beforeDirectoryOf(sql`row.after`, sql`member.before_directory`)},
        change_set_id = ${id}, updated_at = ${at}, version = member.version + 1
      from ${from} as row
      where exists (select from applicable) and ${isInPart(part)} and row.version is not null and row.after is not null
        and member.project_id = row.project_id and member.user_id = row.user_id and member.version = row.version
      returning member.project_id, member.user_id, member.privilege_level, member.version
    ), added as (
      insert into project_member (project_id, user_id, customer_id, privilege_level, expiration_date, access_until,
        providers, directory_level, created_by, created_at, updated_at, change_set_id)
      select row.project_id, row.user_id, ${customer}::uuid, ${level},
        case when ${level} = ${guest} then ${until} end, case when ${level} <> ${guest} then ${until} end,
        ${methodsOf(sql`row.after`, sql`'{}'`)}, ${directoryLevelOf(sql`row.after`, sql`null`)}, ${actor.id}::uuid, ${at}::timestamptz, ${at}::timestamptz, ${id}::uuid
      from ${from} as row
      where exists (select from applicable) and ${isInPart(part)} and row.version is null and row.after is not null
      on conflict do nothing
      returning project_id, user_id, privilege_level, version
    ), ended as (
      delete from project_member as member using ${from} as row
      where ${isApplicableRemoval(part)}
        and member.project_id = row.project_id and member.user_id = row.user_id and member.version = row.version
      returning member.project_id, member.user_id, null::smallint, null::int
    )`
}

/** Guest accounts expire with their membership (security G6). */
export const setGuestExpirations = (db: Transaction, id: string) =>
  sql`
    update app_user set expiration_date = member.expiration_date
    from change_set_row as row
    join project_member as member on member.project_id = row.project_id and member.user_id = row.user_id
    where row.change_set_id = ${id} and row.outcome = 'change' and app_user.id = row.user_id and app_user.guest
      and member.privilege_level = ${guest}`.execute(db)
