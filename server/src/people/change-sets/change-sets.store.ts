import type { ListQuery } from '@lintel/contract/jsonapi/query'
import type { ChangeSetKind } from '@lintel/contract/people/change-set-inputs'
import type { ChangeSet, ChangeSetState, ChangeSetSummary, changeSets } from '@lintel/contract/people/change-sets'
import type { Person } from '@lintel/contract/people/permissions'
import { sql } from 'kysely'
import { administeredCustomers } from '../../customers/customers/customer-rights.store'
import { loginMethodOf } from '../../identity/sessions/login-method.store'
import { instantOf } from '../../platform/clock'
import type { Database, Transaction } from '../../platform/database'
import { type Listed, type Ordering, page } from '../../platform/paging'
import { idOrNone, isUuid } from '../../platform/rows'
import type { ReadInput } from './change-kind'

type Db = Database | Transaction

const none = {
  total: 0,
  change: 0,
  same: 0,
  conflict: 0,
  people: 0,
  projects: 0,
  conflicts: {},
  undone: 0,
  remaining: 0,
}

const summary = sql<ChangeSetSummary>`${JSON.stringify(none)}::jsonb || change_set.summary`

/** Change sets of the customers that the actor administers. */
const visible = (db: Db, actor: Person) =>
  db
    .selectFrom('change_set')
    .leftJoin('app_user as creator', 'creator.id', 'change_set.created_by')
    .leftJoin('app_user as applier', 'applier.id', 'change_set.applied_by')
    .leftJoin('app_user as undoer', 'undoer.id', 'change_set.undone_by')
    .where((where) => administeredCustomers(where, actor, 'change_set.customer_id'))
    .select([
      'change_set.id',
      'change_set.version',
      sql<ChangeSetKind>`change_set.kind`.as('kind'),
      'change_set.customer_id as customer',
      sql<ChangeSetState>`change_set.state`.as('state'),
      summary.as('summary'),
      sql<ChangeSet['progress']>`jsonb_build_object('done', change_set.done, 'total', change_set.total)`.as('progress'),
      'change_set.failure',
      'creator.email as createdBy',
      'change_set.created_at as createdAt',
      'change_set.planned_at as plannedAt',
      'applier.email as appliedBy',
      'change_set.applied_at as appliedAt',
      'undoer.email as undoneBy',
      'change_set.undone_at as undoneAt',
    ])

const ordering: Ordering = {
  columns: { createdAt: sql.ref('change_set.created_at') },
  id: sql.ref('change_set.id'),
  order: [{ field: 'createdAt', descending: true }],
}

export const find = async (db: Db, actor: Person, id: string): Promise<ChangeSet | undefined> =>
  isUuid(id) ? visible(db, actor).where('change_set.id', '=', id).executeTakeFirst() : undefined

export function listVisible(db: Db, actor: Person, query: ListQuery<typeof changeSets>): Promise<Listed<ChangeSet>> {
  const { customer, state, kind } = query.filters
  let select = visible(db, actor)
  if (customer !== undefined) select = select.where('change_set.customer_id', '=', idOrNone(customer))
  if (state !== undefined) select = select.where('change_set.state', '=', state)
  if (kind !== undefined) select = select.where('change_set.kind', '=', kind)
  return page(select, query, ordering)
}

/** A change set as it begins. */
export interface NewChangeSet {
  id: string
  customer: string
  kind: ChangeSetKind
  /** Kept while a job has yet to plan it. */
  input: unknown
  total: number
  by: string
  now: number
}

export const insertChangeSet = (db: Transaction, { id, customer, kind, input, total, by, now }: NewChangeSet) =>
  db
    .insertInto('change_set')
    .values({
      id,
      customer_id: idOrNone(customer),
      kind,
      state: 'planning',
      input: input === undefined ? null : JSON.stringify(input),
      total,
      created_by: by,
      created_at: instantOf(now),
    })
    .execute()

/** What a step of a job works on. */
export interface ChangeSetAtWork {
  kind: ChangeSetKind
  customer: string
  state: ChangeSetState
  input: unknown
  done: number
  total: number
}

const atWork = (db: Db, id: string) =>
  db
    .selectFrom('change_set')
    .select([
      sql<ChangeSetKind>`kind`.as('kind'),
      'customer_id as customer',
      sql<ChangeSetState>`state`.as('state'),
      'input',
      'done',
      'total',
    ])
    .where('id', '=', id)

export const changeSetAtWork = (db: Db, id: string): Promise<ChangeSetAtWork | undefined> =>
  atWork(db, id).executeTakeFirst()

/** The same, held until the transaction ends: whoever lost the job to another worker does no part twice. */
export const holdChangeSet = (db: Transaction, id: string): Promise<ChangeSetAtWork | undefined> =>
  atWork(db, id).forNoKeyUpdate().executeTakeFirst()

/**
 * A job plans it: gives from which step on. That is where another one stopped, if the steps are the same ones still; else the
 * first, and what was written is gone.
 */
export const beginPlan = (db: Database, id: string, { total, isGiven }: Pick<ReadInput, 'total' | 'isGiven'>) =>
  db.transaction().execute(async (transaction): Promise<number> => {
    const held = await holdChangeSet(transaction, id)
    if (held?.state !== 'planning') return total
    if (isGiven && held.total === total) return held.done
    await transaction.deleteFrom('change_set_row').where('change_set_id', '=', id).execute()
    await noteProgress(transaction, id, { done: 0, total })
    return 0
  })

/** One change set of a customer after the other: two at once could wait for each other's records. */
export const lockCustomer = (db: Transaction, customer: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`change sets of ${customer}`}, 0))`.execute(db)

/** Statements of this transaction may take longer than those that somebody waits for. */
export const longStatements = (db: Transaction) => sql`set local statement_timeout = '120s'`.execute(db)

/** How many rows of a planned change set change something. */
export async function plannedChanges(db: Db, id: string): Promise<number> {
  const { rows } = await sql<{ change: number }>`
    select (summary ->> 'change')::int as change from change_set where id = ${id}`.execute(db)
  return rows[0]?.change ?? 0
}

/** A person with the rights they have now, for work that they asked for earlier; undefined when they have none any more. */
export async function personNow(db: Database, id: string, sessionId: string): Promise<Person | undefined> {
  const { rows } = await sql<Pick<Person, 'email' | 'isStaff' | 'homeCustomer' | 'administers' | 'loginMethod'>>`
    select email, role is not null as "isStaff", home_customer_id as "homeCustomer",
      (select ${loginMethodOf('session')} from session where session.id = ${sessionId} and role is null) as "loginMethod",
      array(select customer_id from customer_admin where customer_admin.user_id = person.id
        and not customer_admin.awaits_proof) as administers
    from app_user as person
    where id = ${id} and deleted_at is null and not is_inactive and not guest`.execute(db)
  const [found] = rows
  if (!found) return undefined
  return {
    kind: 'person',
    id,
    sessionId,
    ...found,
    readsFor: [],
    closedCustomers: [],
    guestOf: null,
    method: 'password',
    provedAt: new Date(0).toISOString(),
    restriction: null,
  }
}

const ofState = (db: Db, id: string, state: ChangeSetState) =>
  db.updateTable('change_set').where('id', '=', id).where('state', '=', state)

/** How far it is. */
export const noteProgress = (db: Db, id: string, progress: { done: number; total?: number }) =>
  db.updateTable('change_set').set(progress).where('id', '=', id).execute()

/**
 * It is planned: rows that say the same cell twice are conflicts, everything is counted. Those rows are found first and
 * looked up then: a join was done row against row, for minutes, when the database's statistics knew nothing of the set yet.
 */
export async function notePlanned(
  db: Transaction,
  id: string,
  now: number,
): Promise<Pick<ChangeSetSummary, 'total' | 'change' | 'conflict'>> {
  await sql`
    update change_set_row set outcome = 'conflict', conflict = 'duplicate', after = null, kept = null
    where change_set_id = ${id} and number = any(array(
      select number from (
        select number, row_number() over (partition by user_id, project_id order by number) as at from change_set_row
        where change_set_id = ${id} and user_id is not null and project_id is not null and conflict is null
      ) as said
      where at > 1
    ))`.execute(db)
  const { rows } = await sql<Pick<ChangeSetSummary, 'total' | 'change' | 'conflict'>>`
    update change_set set state = 'planned', planned_at = ${instantOf(now)}, input = null, done = counted.total,
      total = counted.total, version = version + 1,
      summary = jsonb_build_object('total', counted.total, 'change', change, 'same', same, 'conflict', conflict,
        'people', people, 'projects', projects, 'conflicts', coalesce(conflicts, '{}'))
    from (
      select count(*) as total, count(*) filter (where outcome = 'change') as change,
        count(*) filter (where outcome = 'same') as same, count(*) filter (where outcome = 'conflict') as conflict,
        count(distinct coalesce(user_id::text, object ->> 'user')) filter (where outcome = 'change') as people,
        count(distinct project_id) filter (where outcome = 'change') as projects
      from change_set_row where change_set_id = ${id}
    ) as counted, (
      select jsonb_object_agg(conflict, rows) as conflicts from (
        select conflict, count(*) as rows from change_set_row
        where change_set_id = ${id} and conflict is not null group by conflict
      ) as each
    ) as refused
    where id = ${id} and state = 'planning'
    returning counted.total::int, change::int, conflict::int`.execute(db)
  return rows[0] ?? { total: 0, change: 0, conflict: 0 }
}

/** What was planned is forgotten, and is planned anew. */
export async function planAnew(db: Transaction, id: string): Promise<void> {
  await db.deleteFrom('change_set_row').where('change_set_id', '=', id).execute()
  await ofState(db, id, 'planned').set({ state: 'planning' }).execute()
}

const noted = sql<number>`version + 1`

/** A job is to apply it. */
export const noteApplying = (db: Transaction, id: string, by: string) =>
  ofState(db, id, 'planned')
    .set({
      state: 'applying',
      applied_by: by,
      done: 0,
      total: sql<number>`(summary ->> 'change')::int`,
      version: noted,
    })
    .execute()

export const noteApplied = (
  db: Transaction,
  id: string,
  { from, by, changed, now }: { from: 'planned' | 'applying'; by: string; changed: number; now: number },
) =>
  ofState(db, id, from)
    .set({
      state: 'applied',
      applied_by: by,
      applied_at: instantOf(now),
      done: changed,
      total: changed,
      version: noted,
    })
    .execute()

/** A job is to undo it. */
export const noteUndoing = (db: Transaction, id: string, by: string, total: number) =>
  ofState(db, id, 'applied').set({ state: 'undoing', undone_by: by, done: 0, total, version: noted }).execute()

export const noteUndone = (
  db: Transaction,
  id: string,
  { from, by, undone, remaining, now }: UndoneCounts & { from: 'applied' | 'undoing'; by: string; now: number },
) =>
  ofState(db, id, from)
    .set({
      state: 'undone',
      undone_by: by,
      undone_at: instantOf(now),
      done: undone,
      total: undone,
      version: noted,
      summary: sql<string>`summary || ${JSON.stringify({ undone, remaining })}::jsonb`,
    })
    .execute()

/** How many rows were put back, and how many somebody had touched since. */
export interface UndoneCounts {
  undone: number
  remaining: number
}

/** It came to nothing: what it is then, and why. True when it still stood where the caller says. */
export async function noteEnded(
  db: Transaction,
  id: string,
  { from, to, failure }: { from: ChangeSetState; to: ChangeSetState; failure: string | null },
): Promise<boolean> {
  const { numUpdatedRows } = await ofState(db, id, from)
    .set({ state: to, failure, input: null, version: noted })
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Forgets what was planned before `idle` and never applied, and what was applied before `applied`. */
export const removeOld = (db: Database, { idle, applied }: { idle: string; applied: string }) =>
  db
    .deleteFrom('change_set')
    .where(({ eb, and, or }) =>
      or([
        and([eb('applied_at', 'is', null), eb('created_at', '<', idle), eb('state', 'not in', ['applying'])]),
        eb('applied_at', '<', applied),
      ]),
    )
    .execute()
