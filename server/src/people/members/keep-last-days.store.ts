import { changeSets } from '@lintel/contract/people/change-sets'
import { projectMembers } from '@lintel/contract/people/members'
import { privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { users } from '@lintel/contract/people/users'
import { projects } from '@lintel/contract/projects/projects'
import { type RawBuilder, sql } from 'kysely'
import type { AuditEvent } from '../../platform/audit/audit'
import { digestRows } from '../../platform/audit/row-digests'
import { instantOf } from '../../platform/clock'
import type { Transaction } from '../../platform/database'
import { publishTypes } from '../../platform/events/change-channel'
import { endOfDay, secondText } from '../../platform/sql-times'
import { allowLongStatements, lockCustomer } from '../change-sets/engine/stored-change-set.store'
import { endOf } from './membership-end.store'

/** Where memberships end at another time of the day: in a whole customer, or in one of its projects. */
type MovedMemberships = { customer: string } | { project: string }

/** A change from one time zone to another, at an instant in epoch ms. */
export interface ZoneChange {
  from: string
  to: string
  now: number
}

/**
 * The days of a customer or a project are those of another time zone now: memberships, and guest accounts with theirs, still last until
 * 23:59:59 of the day that was chosen (contract §3); so do those that a directory raised or took, when it gives them back, and those of the
 * customer's change sets, when they are applied, undone or repeated. Ends that are over stay as they are, so that nobody gets access again.
 * Returns the audit events of this change, with the new digests of applied change sets.
 */
export async function keepLastDays(
  db: Transaction,
  of: MovedMemberships,
  change: ZoneChange,
): Promise<readonly AuditEvent[]> {
  // A large customer has hundreds of thousands of memberships.
  await allowLongStatements(db)
  if ('customer' in of) await lockCustomer(db, of.customer)
  const at = instantOf(change.now)
  const scope = 'project' in of ? sql`project_id = ${of.project}` : sql`customer_id = ${of.customer}`
  const [expiration, until] = [sql.ref('expiration_date'), sql.ref('access_until')]
  await sql`
    with moved as (
      update project_member as member set expiration_date = ${movedEnd(expiration, change)}, access_until = ${movedEnd(until, change)},
        updated_at = ${at}, version = version + 1
      where ${scope} and ${endOf('member')} > ${at}
      returning user_id, privilege_level, expiration_date
    )
    update app_user set expiration_date = moved.expiration_date from moved
    where app_user.id = moved.user_id and app_user.guest and moved.privilege_level = ${sql.lit(privilegeLevel.guest)}`.execute(
    db,
  )
  await sql`
    update project_member set before_directory = ${movedJson('before_directory', termsEnds, change)}
    where ${scope} and before_directory is not null`.execute(db)
  const events = 'customer' in of ? await keepLastDaysAside(db, of.customer, change) : []
  await publishMoved(db, of)
  return events
}

/** The same for memberships that a directory has taken, and in the rows of change sets. */
async function keepLastDaysAside(db: Transaction, customer: string, change: ZoneChange): Promise<AuditEvent[]> {
  await sql`
    update scim_user set taken = (select jsonb_agg(${movedJson('one', memberEnds, change)} order by number)
      from jsonb_array_elements(taken) with ordinality as each (one, number))
    where customer_id = ${customer} and taken <> '[]'`.execute(db)
  const digests = await digestRows(db, await moveRowsOfChangeSets(db, customer, change))
  return [...digests].map(([id, after]) => ({
    ...{ action: 'change-sets.record-rows', customer, target: { type: changeSets.type, id } },
    ...{ reason: 'the time zone of the customer changed', after },
  }))
}

/** Moves ends in the rows of the customer's change sets. Returns the ids of the applied ones that had any, in their order. */
async function moveRowsOfChangeSets(db: Transaction, customer: string, change: ZoneChange): Promise<string[]> {
  const { rows: all } = await sql<{ id: string; last: number; isApplied: boolean }>`
    select id, last, applied_at is not null as "isApplied" from change_set
    cross join lateral (select max(number) as last from change_set_row where change_set_id = change_set.id) as found
    where customer_id = ${customer} and state not in ('failed', 'stale') and last is not null
    order by id`.execute(db)
  const moved = new Set<string>()
  for (const parts of partsOf(all)) for (const id of await moveRows(db, parts, change)) moved.add(id)
  return all.filter(({ id, isApplied }) => isApplied && moved.has(id)).map(({ id }) => id)
}

/** Rows that a statement reads: of few large change sets, or of many small ones. */
const rowsAtATime = 10_000

/** Rows of a change set with numbers above `after`, up to `upTo`. */
interface RowsPart {
  id: string
  after: number
  upTo: number
}

/** The rows of change sets, gathered for statements. */
function partsOf(changeSets: readonly { id: string; last: number }[]): RowsPart[][] {
  const statements: RowsPart[][] = []
  let free = 0
  for (const { id, last } of changeSets)
    for (let after = 0; after < last; ) {
      if (free === 0) {
        statements.push([])
        free = rowsAtATime
      }
      const upTo = Math.min(last, after + free)
      statements.at(-1)?.push({ id, after, upTo })
      free -= upTo - after
      after = upTo
    }
  return statements
}

/** Moves ends in these rows. Returns the ids of the change sets that had any. */
async function moveRows(db: Transaction, parts: readonly RowsPart[], change: ZoneChange): Promise<string[]> {
  const columns = Object.entries(rowEnds)
  const ends = columns.flatMap(([column, paths]) => paths.map((path) => endAt(column, path)))
  const { rows } = await sql<{ id: string }>`
    with moved as (
      update change_set_row set
        ${sql.join(columns.map(([column, paths]) => sql`${sql.ref(column)} = ${movedJson(column, paths, change)}`))}
      from unnest(${parts.map(({ id }) => id)}::uuid[], ${parts.map(({ after }) => after)}::int[],
        ${parts.map(({ upTo }) => upTo)}::int[]) as part (id, read_to, up_to)
      where change_set_id = part.id and number > part.read_to and number <= part.up_to
        and outcome = 'change' and project_id is not null
        and greatest(${sql.join(ends)}) > ${instantOf(change.now)}
      returning change_set_id
    )
    select distinct change_set_id as id from moved`.execute(db)
  return rows.map(({ id }) => id)
}

/** Publishes the memberships, and what else has their ends or the time zone; in the customer that a moved project has now. */
async function publishMoved(db: Transaction, of: MovedMemberships): Promise<void> {
  const types = [projectMembers.type, users.type, projects.type]
  if ('customer' in of) return publishTypes(db, of.customer, types)
  const project = db.selectFrom('project').select('customer_id as customer').where('id', '=', of.project)
  await publishTypes(db, (await project.executeTakeFirstOrThrow()).customer, types)
}

/** The paths of ends in JSON: of the terms that a directory keeps aside, and below a key of other JSON. */
const termsEnds = [['expirationDate'], ['accessUntil']] as const
const below = (key: string, paths: readonly (readonly string[])[]) => paths.map((path) => [key, ...path])

/** The same in the columns of the rows of change sets (`role-rows`, `ended-memberships`, `write-plan`, `plan-memberships`). */
const changedEnds = [['accessUntil'], ...below('beforeDirectory', termsEnds)]
const memberEnds = [['expiration_date'], ['access_until'], ...below('before_directory', termsEnds)]
const rowEnds = { before: changedEnds, after: changedEnds, kept: [...memberEnds, ...below('member', memberEnds)] }

const pathOf = (path: readonly string[]) => sql.lit(`{${path.join(',')}}`)
const endAt = (column: string, path: readonly string[]) => sql`(${sql.ref(column)} #>> ${pathOf(path)})::timestamptz`

const isToCome = (end: RawBuilder<unknown>, { now }: ZoneChange) => sql`${end} > ${instantOf(now)}`

/** The end of the same day in the other time zone. */
const sameDay = (end: RawBuilder<unknown>, { from, to }: ZoneChange) =>
  endOfDay(sql`(${end} at time zone ${from})::date`, to)

const movedEnd = (end: RawBuilder<unknown>, change: ZoneChange) =>
  sql`case when ${isToCome(end, change)} then ${sameDay(end, change)} else ${end} end`

/** A column of JSON with its moved ends, as the contract writes instants. */
function movedJson(column: string, paths: readonly (readonly string[])[], change: ZoneChange): RawBuilder<unknown> {
  return paths.reduce<RawBuilder<unknown>>((json, path) => {
    const end = endAt(column, path)
    const text = secondText(sameDay(end, change))
    return sql`jsonb_set_lax(${json}, ${pathOf(path)}, to_jsonb(case when ${isToCome(end, change)} then ${text} end), false, 'return_target')`
  }, sql.ref(column))
}
