import type { PostgresAddresses } from '../server/test/test-postgres'

/** The built product after its first start: a database and a data directory that are copied and never used themselves. */
export interface PreparedWorld extends PostgresAddresses {
  /** The database with the demo world. */
  template: string
  /** The data directory with the secrets that belong to it. */
  directory: string
}

const variable = 'LINTEL_PREPARED_WORLD'

/** Leaves it where the workers of this run find it: they inherit what the run's own process has in its environment. */
export function keepPreparedWorld(prepared: PreparedWorld): void {
  process.env[variable] = JSON.stringify(prepared)
}

/** What this run has prepared. */
export function preparedWorld(): PreparedWorld {
  const prepared = process.env[variable]
  if (!prepared) throw new Error('No world is prepared: it is done once, when a run begins.')
  return JSON.parse(prepared)
}
