import { sql } from 'kysely'
import { instantOf } from '../../../platform/clock'
import type { Transaction } from '../../../platform/database'
import { type ChangeSetPart, countWritten, isInPart, isSameMembershipIn } from './apply-roles.store'
import { restoredWithMemberships, restoreWhatEnded } from './ended-memberships.store'

/**
 * Stores in the rows of the steps `from` to `until` (exclusive) of a redo what ended with the memberships that the undo of the change set `again`
 * removed.
 */
export const keepWhatEndedByUndo = (
  db: Transaction,
  id: string,
  { again, from, until }: { again: string; from: number; until: number },
) =>
  sql`
    update change_set_row as row set kept = undone.kept
    from change_set_row as undone
    where row.change_set_id = ${id} and row.number > ${from} and row.number <= ${until} and row.outcome = 'change'
      and row.version is null and undone.version is null and ${isSameMembershipIn(sql`${again}::uuid`, 'undone')}`.execute(
    db,
  )

/** Restores what ended with the memberships that a part of a redo has added again. Returns the number of these memberships. */
export async function restoreWithRedone(
  db: Transaction,
  part: Pick<ChangeSetPart, 'id' | 'now' | 'after' | 'upTo'>,
): Promise<number> {
  const parts = sql`
    restorable as materialized (
      select row.*, member.version as added_version from change_set_row as row
      join project_member as member on member.project_id = row.project_id and member.user_id = row.user_id
        and member.change_set_id = row.change_set_id
      where ${isInPart(part)} and row.version is null and row.after is not null and row.kept ? 'groups'
    ), ${restoreWhatEnded(instantOf(part.now))}, added_again as (
      select project_id, user_id, null::smallint, added_version from restorable
    )`
  const { changed } = await countWritten(db, parts, ['added_again'], restoredWithMemberships)
  return changed
}
