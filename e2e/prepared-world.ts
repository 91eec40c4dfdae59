import type { PostgresAddresses } from '../server/test/test-postgres'

/** State of the built product after its first start: a database and a data directory that are only copied, never used directly. */
export interface PreparedWorld extends PostgresAddresses {
  /** The database with the demo world. */
  template: string
  /** The data directory with the secrets that belong to it. */
  directory: string
}

const variable = 'LINTEL_PREPARED_WORLD'

/** Shares it with the worker processes of this run through an environment variable, which they inherit. */
export function sharePreparedWorld(prepared: PreparedWorld): void {
  process.env[variable] = JSON.stringify(prepared)
}

/** The prepared world of this run. */
export function preparedWorld(): PreparedWorld {
  const prepared = process.env[variable]
  if (!prepared) throw new Error('No world is prepared: it is done once, when a run begins.')
  return JSON.parse(prepared)
}
