import { type QueryExecutorProvider, sql } from 'kysely'
import { StartRefused } from './start-refused'

/** The oldest PostgreSQL whose statements the product speaks, as `server_version_num` counts. */
const oldest = 150_000

/** @throws StartRefused when the database is older than the product can use */
export async function refuseOldPostgres(db: QueryExecutorProvider): Promise<void> {
  const { rows } = await sql<{ version: number }>`
    select current_setting('server_version_num')::int as version`.execute(db)
  const refusal = refusalOf(rows[0]?.version ?? 0)
  if (refusal !== undefined) throw new StartRefused(refusal)
}

/** Why a database of this `server_version_num` is not used; undefined when it is. */
export function refusalOf(version: number): string | undefined {
  if (version >= oldest) return undefined
  return `The database is PostgreSQL ${nameOf(version)}, and Lintel needs 15 or newer: bring it up to date, or set DATABASE_URL to a newer one.`
}

/** 140009 is 14.9, and before 10 the second number counted as well: 90624 is 9.6. */
function nameOf(version: number): string {
  const major = Math.floor(version / 10_000)
  return major < 10 ? `${major}.${Math.floor(version / 100) % 100}` : `${major}.${version % 10_000}`
}
