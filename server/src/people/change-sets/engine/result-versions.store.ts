import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../../platform/database'
import { isChangedRow } from './changed-rows.store'

/** The version of a record after a row was applied. */
export const resultVersionOf = (row: string): RawBuilder<number> => {
  const [result, planned] = [sql.ref(`${row}.result_version`), sql.ref(`${row}.version`)]
  return sql<number>`coalesce(${result}, coalesce(${planned}, 0) + 1)`
}

/**
 * Updates the result versions after an undo, for records other than memberships: the record is again as an earlier change set left it, under the
 * version that the undo gave it, so that the earlier one can be undone too.
 */
export const restoreResultVersions = (db: Transaction, changeSet: string) =>
  sql`
    update change_set_row as earlier set result_version = ${resultVersionOf('row')} + 1
    from change_set_row as row
    where ${isChangedRow(changeSet)} and row.version is not null
      and row.object ->> 'id' is not null
      and earlier.outcome = 'change' and earlier.object ->> 'id' = row.object ->> 'id'
      and earlier.object ->> 'type' = row.object ->> 'type' and earlier.change_set_id <> row.change_set_id
      and ${resultVersionOf('earlier')} = row.version
      and exists (select from change_set where change_set.id = earlier.change_set_id and change_set.state = 'applied')`.execute(
    db,
  )
