import { sql } from 'kysely'
import type { Database } from '../src/platform/database'

/** The counts of calls, which a timer saves at some later moment, whatever was called. */
const savedByTimer = 'address_rate'

/** A hash of all rows of each table but the counts of calls, to detect which tables changed. */
export async function rowDigests(db: Database): Promise<ReadonlyMap<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = current_schema() and tablename <> ${savedByTimer}
    order by tablename`.execute(db)
  const each = tables.map(
    ({ name }) => sql`select ${sql.lit(name)} as name, md5(string_agg(row::text, '' order by row::text)) as digest
      from ${sql.table(name)} as row`,
  )
  const { rows } = await sql<{ name: string; digest: string }>`${sql.join(each, sql` union all `)}`.execute(db)
  return new Map(rows.map(({ name, digest }) => [name, digest]))
}

/** The tables whose rows changed between two digests. */
export const changedTables = (before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] =>
  [...after].flatMap(([name, digest]) => (before.get(name) === digest ? [] : [name]))
