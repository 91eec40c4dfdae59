import { sql } from 'kysely'
import type { Transaction } from '../../platform/database'
import type { AppliedChangeSet } from '../change-sets/engine/change-kind'

type ImportedSet = Pick<AppliedChangeSet, 'id' | 'customer'>

const revisionOf = (customer: string) =>
  sql<number>`coalesce((select revision from directory_revision where customer_id = ${customer}), 0)`

/**
 * The revision of a customer's directory: the database raises it with each transaction that changes groups, their members, nesting or access, or who
 * is deactivated. A plan that reads it before anything else is computed from this revision or a later one.
 */
export async function readDirectoryRevision(db: Transaction, customer: string): Promise<number> {
  const { rows } = await sql<{ revision: number }>`select ${revisionOf(customer)} as revision`.execute(db)
  return rows[0]?.revision ?? 0
}

/** Whether the directory is as the import noted it, when planned or when applied. Its revision stays locked until this transaction ends. */
export async function isDirectoryUnchanged(db: Transaction, { id, customer }: ImportedSet): Promise<boolean> {
  const { rows } = await sql`
    with locked as materialized (
      select revision from directory_revision where customer_id = ${customer} for no key update
    )
    select from change_set where id = ${id} and directory_revision = coalesce((select revision from locked), 0)`.execute(
    db,
  )
  return rows.length > 0
}

/** Notes the revision that the import leaves, so that its undo finds later changes of the directory. */
export const noteDirectoryRevision = (db: Transaction, { id, customer }: ImportedSet) =>
  sql`update change_set set directory_revision = ${revisionOf(customer)} where id = ${id}`.execute(db)
