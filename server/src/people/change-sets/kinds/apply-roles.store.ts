import { projectMembers } from '@lintel/contract/people/members'
import type { Person } from '@lintel/contract/people/permissions'
import { privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { instantOf } from '../../../platform/clock'
import type { Database, Transaction } from '../../../platform/database'
import { mostTold } from '../../../platform/events/told-changes'
import { isOpenTo } from '../../../projects/projects/project-rights.store'
import type { ChangedRecord, Planned } from '../engine/change-kind'
import { countsOf, type PlanCounts } from '../engine/plan-counts.store'
import { type RoleRowsTerms, refusal, type WantedRole, writingRoleRows } from './role-rows.store'

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
export async function lastNumber(db: Database | Transaction, id: string): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    select coalesce(max(number), 0)::int as last from change_set_row where change_set_id = ${id}`.execute(db)
  return rows[0]?.last ?? 0
}

/** The row is about a membership in a project, as all are that say of nothing else what they are about. */
export const isOfMembership = sql<SqlBool>`(row.project_id is not null and row.object ->> 'type' is null)`

/** The rows of a part that change a membership. */
export const ofPart = ({ id, after, upTo }: Pick<Part, 'id' | 'after' | 'upTo'>): RawBuilder<SqlBool> =>
  sql`(row.change_set_id = ${id} and row.number > ${after} and row.number <= ${upTo} and row.outcome = 'change'
    and ${isOfMembership})`

const level = sql`coalesce((row.after ->> 'privilegeLevel')::smallint, 0)`
const until = sql`(row.after ->> 'accessUntil')::timestamptz`
const guest = sql.lit(privilegeLevel.guest)

/** The login methods of these terms of a row; `otherwise` where the row says nothing about them. */
export const methodsOf = (terms: RawBuilder<unknown>, otherwise: RawBuilder<unknown>): RawBuilder<string[]> => sql`(
  case when ${terms} -> 'providers' is null then ${otherwise}
    else array(select jsonb_array_elements_text(${terms} -> 'providers')) end)`

/** What the directory gives by these terms of a row; `otherwise` where the row says nothing about it. */
export const directoryLevelOf = (
  terms: RawBuilder<unknown>,
  otherwise: RawBuilder<unknown>,
): RawBuilder<number | null> => sql`(
  case when ${terms} ? 'directoryLevel' then (${terms} ->> 'directoryLevel')::smallint else ${otherwise} end)`

/** The terms given by hand that the directory raised, by these terms of a row; `otherwise` where the row says nothing about them. */
export const beforeDirectoryOf = (
  terms: RawBuilder<unknown>,
  otherwise: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`(
  case when ${terms} ? 'beforeDirectory' then nullif(${terms} -> 'beforeDirectory', 'null'::jsonb) else ${otherwise} end)`

/** Where the rows stand that are done: in their table, or in what the same statement has written of it. */
const stored = sql.table('change_set_row')
const justWritten = sql.table('written')

/** The login methods that the rows name, held until the transaction ends. */
const heldMethods = (part: Part, from: RawBuilder<unknown>) => sql`
    named as (
      select distinct method from ${from} as row
      cross join lateral jsonb_array_elements_text(row.after -> 'providers') as method
      where ${ofPart(part)}
    ), known as (
      select id from sso_provider where id in (select method from named) for key share
    )`

const areMethodsHeld = sql`(select count(*) from named) = (select count(*) from known)`

/** The people whom the rows bring into a project, as they are once nobody makes guests of them at this moment; they stay so until the transaction ends. */
const heldNewcomers = (part: Part, from: RawBuilder<unknown>) => sql`
    newcomers as materialized (
      select person.guest from app_user as person
      where person.id in (
        select row.user_id from ${from} as row where ${ofPart(part)} and row.version is null and row.after is not null)
      order by person.id for key share
    )`

/** A guest account is in one project, and is brought into no other (security G6). */
const isNobodyNewAGuest = sql`not exists (select from newcomers where guest)`

/**
 * Whether the rows may be applied as they were planned, as parts of a statement that end in `fine`: nobody became locked or left, no
 * project is gone, and every login method that the rows name is still there. Those stay until the transaction ends that gives them;
 * whether they are the actor's to offer was asked when the rows were planned.
 */
const stillFine = (part: Part) => sql`
    ${heldMethods(part, stored)}, ${heldNewcomers(part, stored)}, fine as materialized (
      select where ${areMethodsHeld} and ${isNobodyNewAGuest} and not exists (
        select from change_set_row as row
        left join app_user as person on person.id = row.user_id and person.deleted_at is null
        left join project on project.id = row.project_id and project.customer_id = ${part.customer} and not project.is_inactive
          and ${isOpenTo(part.actor)}
        left join project_member as member on member.project_id = row.project_id and member.user_id = row.user_id
        left join customer_admin as office on office.customer_id = ${part.customer} and office.user_id = row.user_id
        where ${ofPart(part)}
          and (person.id is null or project.id is null or ${refusal(part.actor, part.customer, level)} is not null))
    )`

/** The same for what the same statement has just written: nothing stands against it. */
const stillClean = (part: Part) => sql`
    ${heldMethods(part, justWritten)}, ${heldNewcomers(part, justWritten)}, fine as materialized (
      select where ${areMethodsHeld} and ${isNobodyNewAGuest} and not exists (select from ${justWritten} as row where row.outcome = 'conflict')
    )`

/** What became of memberships. */
export interface WrittenRows {
  changed: number
  /** Of those, how many are gone. */
  gone: number
  /** A guest's is among them. */
  hasGuests: boolean
  /** Each of them as it is now; null where they are more than are told one by one. */
  records: ChangedRecord[] | null
}

/** Counts what the parts of a statement wrote: each has rows of project, person, level and version, which is null for one that is gone. */
export const countWritten = async (db: Transaction, parts: RawBuilder<unknown>, names: readonly string[]) => {
  const { rows } = await sql<WrittenRows>`with ${parts} ${becameOf(names)}`.execute(db)
  const [counted] = rows
  if (!counted) throw new Error('A count has one row')
  return counted
}

const becameOf = (names: readonly string[]): RawBuilder<WrittenRows> => {
  const all = sql.join(
    names.map((name) => sql`select * from ${sql.ref(name)}`),
    sql` union all `,
  )
  return sql<WrittenRows>`
    select count(*)::int as changed, count(*) filter (where version is null)::int as gone,
      coalesce(bool_or(level = ${guest}), false) as "hasGuests",
      case when count(*) <= ${mostTold} then jsonb_agg(jsonb_build_object('type', ${projectMembers.type}::text,
        'id', project_id || '.' || user_id, 'version', version)) end as records
    from (${all}) as member (project_id, user_id, level, version)`
}

/**
 * Changes, adds and ends memberships as the rows say, where they are still of the version that the plan saw: none of them when some
 * row may not be applied any more.
 */
export const applyRoleRows = (db: Transaction, part: Part): Promise<WrittenRows> =>
  countWritten(db, sql`${stillFine(part)}, ${doing(part, stored)}`, written)

/**
 * The same with the plan of a single row, in one statement: it is written, counted, and done where nothing stands against it.
 */
export async function planAndApplyRole(
  db: Transaction,
  set: Planned,
  wanted: WantedRole,
  terms: RoleRowsTerms,
): Promise<{ counts: PlanCounts; became: WrittenRows }> {
  const part: Part = { ...set, after: 0, upTo: wanted.number }
  const { rows } = await sql<{ counts: PlanCounts; became: WrittenRows }>`
    with ${writingRoleRows(db, set, [wanted], terms)}, ${stillClean(part)}, ${doing(part, justWritten)}
    select to_jsonb(counts) as counts, to_jsonb(became) as became
    from (${countsOf(justWritten)}) as counts, (${becameOf(written)}) as became`.execute(db)
  const [planned] = rows
  if (!planned) throw new Error('A count has one row')
  return planned
}

/** The parts of {@link doing} that write. */
const written = ['changed', 'added', 'ended']

/** What is written of the rows of a part, if it is `fine`. */
function doing(part: Part, from: RawBuilder<unknown>): RawBuilder<unknown> {
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
      where exists (select from fine) and ${ofPart(part)} and row.version is not null and row.after is not null
        and member.project_id = row.project_id and member.user_id = row.user_id and member.version = row.version
      returning member.project_id, member.user_id, member.privilege_level, member.version
    ), added as (
      insert into project_member (project_id, user_id, customer_id, privilege_level, expiration_date, access_until,
        providers, directory_level, created_by, created_at, updated_at, change_set_id)
      select row.project_id, row.user_id, ${customer}::uuid, ${level},
        case when ${level} = ${guest} then ${until} end, case when ${level} <> ${guest} then ${until} end,
        ${methodsOf(sql`row.after`, sql`'{}'`)}, ${directoryLevelOf(sql`row.after`, sql`null`)}, ${actor.id}::uuid, ${at}::timestamptz, ${at}::timestamptz, ${id}::uuid
      from ${from} as row
      where exists (select from fine) and ${ofPart(part)} and row.version is null and row.after is not null
      on conflict do nothing
      returning project_id, user_id, privilege_level, version
    ), ended as (
      delete from project_member as member using ${from} as row
      where exists (select from fine) and ${ofPart(part)} and row.after is null
        and member.project_id = row.project_id and member.user_id = row.user_id and member.version = row.version
      returning member.project_id, member.user_id, null::smallint, null::int
    )`
}

/** The accounts of guests end with their membership (security G6). */
export const endGuestAccounts = (db: Transaction, id: string) =>
  sql`
    update app_user set expiration_date = member.expiration_date
    from change_set_row as row
    join project_member as member on member.project_id = row.project_id and member.user_id = row.user_id
    where row.change_set_id = ${id} and row.outcome = 'change' and app_user.id = row.user_id and app_user.guest
      and member.privilege_level = ${guest}`.execute(db)
