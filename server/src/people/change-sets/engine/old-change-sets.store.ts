import { changeSets } from '@lintel/contract/people/change-sets'
import { sql } from 'kysely'
import type { Database, Transaction } from '../../../platform/database'
import { allowLongStatements } from './stored-change-set.store'

/** Maximum change sets and rows deleted in one transaction. The last change set is deleted as a whole, however many rows it has. */
const batchSize = { sets: 500, rows: 50_000 }

/**
 * Deletes change sets that were created before `idle` and never applied, and those applied before `applied` whose event retention has removed, in
 * batches until none is left. While the audit log has the event, the rows are compared with it.
 */
export async function deleteOldChangeSets(db: Database, old: { idle: string; applied: string }): Promise<void> {
  while ((await db.transaction().execute((transaction) => removeSome(transaction, old))) > 0);
}

async function removeSome(db: Transaction, { idle, applied }: { idle: string; applied: string }): Promise<number> {
  await allowLongStatements(db)
  // Rows are numbered from 1, so the last number approximates their count.
  const { rows } = await sql`
    with old as (
      select id from change_set
      where (applied_at is null and created_at < ${idle} and state <> 'applying') or (applied_at < ${applied} and not exists (
        select from audit_event as event where event.tenant_id = change_set.customer_id
          and event.target_type = ${changeSets.type} and event.target_id = change_set.id::text and event.action = 'change-sets.apply'
          and event.result = 'success'))
      limit ${batchSize.sets} for update skip locked
    ), counted as (
      select id, sum((select coalesce(max(number), 0) from change_set_row where change_set_id = old.id))
        over (order by id rows between unbounded preceding and 1 preceding) as before
      from old
    )
    delete from change_set where id in (select id from counted where coalesce(before, 0) < ${batchSize.rows})
    returning id`.execute(db)
  return rows.length
}
