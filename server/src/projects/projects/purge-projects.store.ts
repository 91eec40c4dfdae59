import { sql } from 'kysely'
import type { Transaction } from '../../platform/database'

/** A purged project. */
export interface PurgedProject {
  id: string
  customer: string
  name: string
  deletedAt: string
}

/**
 * Purges the project deleted first, if before `oldest`, with all its content; undefined if there is none. A locked project is skipped until
 * the next run.
 */
export async function purgeProject(db: Transaction, oldest: string): Promise<PurgedProject | undefined> {
  // Deleting 10,000 members takes longer than a request may.
  await sql`set local statement_timeout = '120s'`.execute(db)
  const { rows } = await sql<PurgedProject>`
    delete from project where id = (
      select id from project where is_inactive and deleted_at < ${oldest}
      order by deleted_at limit 1 for update skip locked)
    returning id, customer_id as customer, name, deleted_at as "deletedAt"`.execute(db)
  return rows[0]
}
