import type { ChangeSetKind } from '@lintel/contract/people/change-set-inputs'
import type { ChangeSetState } from '@lintel/contract/people/change-sets'
import { sql } from 'kysely'
import { acquireLock, waitForLock } from '../../../platform/advisory-locks'
import { instantOf } from '../../../platform/clock'
import type { Database, Transaction } from '../../../platform/database'
import { uuidOrNil } from '../../../platform/rows'

/** A new change set. */
export interface NewChangeSet {
  id: string
  customer: string
  /** The project that all rows concern; null for none. */
  project: string | null
  kind: ChangeSetKind
  /** Stored until a job has planned it. */
  input: unknown
  total: number
  by: string
  now: number
}

export const insertChangeSet = (db: Transaction, newSet: NewChangeSet) => changeSetInsert(db, newSet).execute()

/** The insert as part of a larger statement. */
export const changeSetInsert = (
  db: Transaction,
  { id, customer, project, kind, input, total, by, now }: NewChangeSet,
) =>
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

/** A change set as the steps of a job read it. */
export interface StoredChangeSet {
  kind: ChangeSetKind
  customer: string
  state: ChangeSetState
  input: unknown
  done: number
  total: number
}

const selectStored = (db: Database, id: string) =>
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

export const findStoredChangeSet = (db: Database, id: string): Promise<StoredChangeSet | undefined> =>
  selectStored(db, id).executeTakeFirst()

/** The same, locked until the transaction ends, so that a worker that has lost its job to another one repeats no part. */
export const lockChangeSet = (db: Transaction, id: string): Promise<StoredChangeSet | undefined> =>
  selectStored(db, id).forNoKeyUpdate().executeTakeFirst()

const lockName = (customer: string) => `change sets of ${customer}`

/** Serializes the change sets of a customer: two concurrent ones could deadlock on each other's records. */
export const lockCustomer = (db: Transaction, customer: string): Promise<void> => acquireLock(db, lockName(customer))

/** The same for a job, which waits for the lock with its connection. */
export const waitForCustomerLock = (db: Transaction, customer: string) => waitForLock(db, lockName(customer))

/** Serializes the workers that plan a change set in a single part. */
export const lockPlan = (db: Transaction, id: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`plan of ${id}`}, 0))`.execute(db)

/** Raises the statement timeout of this transaction to 120 seconds, above that of requests. */
export const allowLongStatements = (db: Transaction) => sql`set local statement_timeout = '120s'`.execute(db)

export const storeProgress = (db: Database, id: string, progress: { done?: number; total?: number }) =>
  db.updateTable('change_set').set(progress).where('id', '=', id).execute()
