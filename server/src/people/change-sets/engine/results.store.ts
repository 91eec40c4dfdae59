import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../../platform/database'

/** The version in which a record is as a row left it. */
export const resultOf = (row: string): RawBuilder<number> => {
  const [result, planned] = [sql.ref(`${row}.result_version`), sql.ref(`${row}.version`)]
  return sql<number>`coalesce(${result}, coalesce(${planned}, 0) + 1)`
}

/**
 * Notes what was undone of rows about records other than memberships: what an earlier change set had left and a row changed is that
 * one's result again, in the version that the undo gave it, so that it can be undone in its turn.
 */
export const giveBackResults = (db: Transaction, changeSet: string) =>
  sql`
    update change_set_row as earlier set result_version = ${resultOf('row')} + 1
    from change_set_row as row
    where row.change_set_id = ${changeSet} and row.outcome = 'change' and not row.remains and row.version is not null
      and row.object ->> 'id' is not null
      and earlier.outcome = 'change' and earlier.object ->> 'id' = row.object ->> 'id'
      and earlier.object ->> 'type' = row.object ->> 'type' and earlier.change_set_id <> row.change_set_id
      and ${resultOf('earlier')} = row.version
      and exists (select from change_set where change_set.id = earlier.change_set_id and change_set.state = 'applied')`.execute(
    db,
  )
