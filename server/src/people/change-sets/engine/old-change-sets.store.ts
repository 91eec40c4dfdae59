import { sql } from 'kysely'
import type { Database, Transaction } from '../../../platform/database'
import { longStatements } from './change-set-work.store'

/** Change sets, and rows of them, that are forgotten in one transaction: a last one goes whole, however many rows it has. */
const atOnce = { sets: 500, rows: 50_000 }

/** Forgets what was planned before `idle` and never applied, and what was applied before `applied`: some at a time, until none is left. */
export async function removeOld(db: Database, old: { idle: string; applied: string }): Promise<void> {
  while ((await db.transaction().execute((transaction) => removeSome(transaction, old))) > 0);
}

async function removeSome(db: Transaction, { idle, applied }: { idle: string; applied: string }): Promise<number> {
  await longStatements(db)
  // The rows of a change set are numbered from 1: the last number is about how many there are.
  const { rows } = await sql`
    with old as (
      select id from change_set
      where (applied_at is null and created_at < ${idle} and state <> 'applying') or applied_at < ${applied}
      limit ${atOnce.sets} for update skip locked
    ), counted as (
      select id, sum((select coalesce(max(number), 0) from change_set_row where change_set_id = old.id))
        over (order by id rows between unbounded preceding and 1 preceding) as before
      from old
    )
    delete from change_set where id in (select id from counted where coalesce(before, 0) < ${atOnce.rows})
    returning id`.execute(db)
  return rows.length
}
