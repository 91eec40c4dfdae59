import { type QueryExecutorProvider, sql } from 'kysely'
import { StartRefused } from './start-refused'

/** The oldest supported PostgreSQL, as `server_version_num`. */
const oldest = 150_000

/**
 * Checks the version of the database.
 * @throws StartRefused when it is older than supported
 */
export async function refuseOldPostgres(db: QueryExecutorProvider): Promise<void> {
  const { rows } = await sql<{ version: number }>`
    select current_setting('server_version_num')::int as version`.execute(db)
  const refusal = unsupportedVersionMessage(rows[0]?.version ?? 0)
  if (refusal !== undefined) throw new StartRefused(refusal)
}

/** Why this `server_version_num` is not supported; undefined if it is. */
export function unsupportedVersionMessage(version: number): string | undefined {
  if (version >= oldest) return undefined
  return `The database is PostgreSQL ${nameOf(version)}, and Lintel needs 15 or newer: bring it up to date, or set DATABASE_URL to a newer one.`
}

/** 140009 is 14.9; before version 10, the second number was part of the major version: 90624 is 9.6. */
function nameOf(version: number): string {
  const major = Math.floor(version / 10_000)
  return major < 10 ? `${major}.${Math.floor(version / 100) % 100}` : `${major}.${version % 10_000}`
}
