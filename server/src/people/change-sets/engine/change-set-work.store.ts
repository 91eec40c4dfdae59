import type { ChangeSetKind } from '@lintel/contract/people/change-set-inputs'
import type { ChangeSetState } from '@lintel/contract/people/change-sets'
import { sql } from 'kysely'
import { instantOf } from '../../../platform/clock'
import type { Database, Transaction } from '../../../platform/database'
import { uuidOrNil } from '../../../platform/rows'
import { takeTurn, waitForTurn } from '../../../platform/turns'

type Db = Database | Transaction

/** A change set as it begins. */
export interface NewChangeSet {
  id: string
  customer: string
  /** The project that all of it is about; null for none. */
  project: string | null
  kind: ChangeSetKind
  /** Kept while a job has yet to plan it. */
  input: unknown
  total: number
  by: string
  now: number
}

export const insertChangeSet = (db: Transaction, begun: NewChangeSet) => beginning(db, begun).execute()

/** The same as a part of a statement that does more. */
export const beginning = (db: Transaction, { id, customer, project, kind, input, total, by, now }: NewChangeSet) =>
  db.insertInto('change_set').values({
    id,
    customer_id: uuidOrNil(customer),
    project_id: project,
    kind,
    state: 'planning',
    input: input === undefined ? null : JSON.stringify(input),
    total,
    created_by: by,
    created_at: instantOf(now),
  })

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

const turnOf = (customer: string) => `change sets of ${customer}`

/** One change set of a customer after the other: two at once could wait for each other's records. */
export const lockCustomer = (db: Transaction, customer: string): Promise<void> => takeTurn(db, turnOf(customer))

/** The same for a step of a job, which has it before it begins. */
export const waitForCustomer = (db: Transaction, customer: string) => waitForTurn(db, turnOf(customer))

/** One worker after the other plans a change set by one part. */
export const lockPlan = (db: Transaction, id: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`plan of ${id}`}, 0))`.execute(db)

/** Statements of this transaction may take longer than those that somebody waits for. */
export const longStatements = (db: Transaction) => sql`set local statement_timeout = '120s'`.execute(db)

/** How far it is. */
export const noteProgress = (db: Db, id: string, progress: { done?: number; total?: number }) =>
  db.updateTable('change_set').set(progress).where('id', '=', id).execute()
