import { sql } from 'kysely'
import type { Transaction } from '../../platform/database'

/** A deleted project whose owner is to be notified of its purge. */
export interface PurgeNotice {
  id: string
  customer: string
  name: string
  deletedAt: string
  /** Internal id of the owner. */
  owner: string
}

/**
 * Marks up to `limit` projects deleted before `newest` as notified and returns them. Projects deleted before `oldest` are purged already;
 * owners who cannot sign in are skipped.
 */
export async function claimPurgeNotices(
  db: Transaction,
  { oldest, newest, limit }: { oldest: string; newest: string; limit: number },
): Promise<PurgeNotice[]> {
  const { rows } = await sql<PurgeNotice>`
    update project set purge_mailed_for = project.deleted_at
    from app_user as owner
    where owner.id = project.owner_id and project.id in (
      select due.id from project as due
        join app_user as theirs on theirs.id = due.owner_id and theirs.deleted_at is null and not theirs.is_inactive
        where due.is_inactive and due.deleted_at <= ${newest} and due.deleted_at > ${oldest}
          and due.purge_mailed_for is distinct from due.deleted_at
        order by due.deleted_at limit ${limit} for update of due skip locked)
    returning project.id, project.customer_id as customer, project.name, project.deleted_at as "deletedAt", owner.id as owner`.execute(
    db,
  )
  return rows
}
