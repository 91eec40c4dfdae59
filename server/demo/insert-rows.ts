import { type Insertable, sql } from 'kysely'
import type { Transaction } from '../src/platform/database'
import type { DB } from '../src/platform/database.types'

/**
 * Inserts any number of rows by one statement with one parameter. All rows name the same columns: one left out of a
 * single row would become null there instead of the column's default.
 */
export async function insertRows<Table extends keyof DB & string>(
  db: Transaction,
  table: Table,
  rows: readonly Insertable<DB[Table]>[],
): Promise<void> {
  const [first] = rows
  if (!first) return
  const columns = Object.keys(first)
  const odd = rows.find((row) => Object.keys(row).join() !== columns.join())
  if (odd) throw new Error(`A row of ${table} names other columns than the first: ${Object.keys(odd).join()}`)
  const names = sql.join(columns.map((column) => sql.ref(column)))
  await sql`
    insert into ${sql.table(table)} (${names})
    select ${names} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)
  `.execute(db)
}
