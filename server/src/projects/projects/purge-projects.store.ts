import { sql } from 'kysely'
import type { Transaction } from '../../platform/database'

/** A project that is gone for good. */
export interface PurgedProject {
  id: string
  customer: string
  name: string
  deletedAt: string
}

/**
 * Removes the project that was deleted first, if that was before `oldest`, with everything that is in it; undefined when there
 * is none. One that is being changed at this moment is left for the next time.
 */
export async function purgeProject(db: Transaction, oldest: string): Promise<PurgedProject | undefined> {
  // Ten thousand members go with it: that takes longer than somebody would wait.
  await sql`set local statement_timeout = '120s'`.execute(db)
  const { rows } = await sql<PurgedProject>`
    delete from project where id = (
      select id from project where is_inactive and deleted_at < ${oldest}
      order by deleted_at limit 1 for update skip locked)
    returning id, customer_id as customer, name, deleted_at as "deletedAt"`.execute(db)
  return rows[0]
}
