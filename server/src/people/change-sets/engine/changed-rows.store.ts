import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** True for each `row` of a change set that changed something, and is not marked as remaining by an undo. */
export const isChangedRow = (set: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`row.change_set_id = ${set} and row.outcome = 'change' and not row.remains`

/** The id of the record that a `row` changes. */
export const recordOfRow = sql<string>`(row.object ->> 'id')::uuid`
