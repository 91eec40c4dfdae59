import { type Insertable, sql } from 'kysely'
import type { Transaction } from '../src/platform/database'
import type { DB } from '../src/platform/database.types'

/**
 * Inserts any number of rows by one statement with one parameter. All rows must have the same columns: a column missing
 * in one row would become null instead of its default.
 */
export async function insertRows<Table extends keyof DB & string>(
  db: Transaction,
  table: Table,
  rows: readonly Insertable<DB[Table]>[],
): Promise<void> {
  const [first] = rows
  if (!first) return
  const columns = Object.keys(first)
  const mismatched = rows.find((row) => Object.keys(row).join() !== columns.join())
  if (mismatched)
    throw new Error(`A row of ${table} names other columns than the first: ${Object.keys(mismatched).join()}`)
  const names = sql.join(columns.map((column) => sql.ref(column)))
  await sql`
    insert into ${sql.table(table)} (${names})
    select ${names} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)
  `.execute(db)
}
