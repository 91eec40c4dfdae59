import { sql } from 'kysely'
import type { Database, Transaction } from '../../platform/database'

/** A purged project. */
export interface PurgedProject {
  id: string
  name: string
  deletedAt: string
}

/** The customers of the projects deleted before `oldest`, those of the project deleted first before the others. */
export async function listCustomersToPurge(db: Database, oldest: string): Promise<string[]> {
  const { rows } = await sql<{ customer: string }>`
    select customer_id as customer from project where is_inactive and deleted_at < ${oldest}
    group by customer_id order by min(deleted_at)`.execute(db)
  return rows.map(({ customer }) => customer)
}

/**
 * Purges the project of the customer deleted first, if before `oldest`, with all its content; undefined if there is none. A locked project is skipped
 * until the next run.
 */
export async function purgeProject(
  db: Transaction,
  { customer, oldest }: { customer: string; oldest: string },
): Promise<PurgedProject | undefined> {
  // Deleting 10,000 members takes longer than a request may.
  await sql`set local statement_timeout = '120s'`.execute(db)
  const { rows } = await sql<PurgedProject>`
    delete from project where id = (
      select id from project where customer_id = ${customer} and is_inactive and deleted_at < ${oldest}
      order by deleted_at limit 1 for update skip locked)
    returning id, name, deleted_at as "deletedAt"`.execute(db)
  return rows[0]
}
