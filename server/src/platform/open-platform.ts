import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { steadyClock } from './clock'
import type { Configuration } from './configuration'
import type { Log, Platform } from './context'
import { closeDatabase, isDatabaseAway, openDatabase } from './database'
import type { PoolLimits } from './database-pool'
import { startEmbeddedPostgres } from './embedded-postgres'
import { migrateDatabase } from './migrate'
import { admitRuntimeLogin } from './runtime-login'
import { StartRefused } from './start-refused'

/** The platform, its database up to date, and how to put it down again. */
export interface OpenPlatform {
  platform: Platform
  /** Where the database is, for connections that listen. */
  url: string
  close(): Promise<void>
}

/** What opening may be told. */
export interface OpenOptions {
  configuration: Configuration
  log: Log
  /** Told plain sentences about what the database did. */
  say: (sentence: string) => void
  /** Use the database of a server that already runs on the directory: for commands. */
  shared?: boolean
  /** Told when the server's own database has ended and could not be started again. Default: it is logged. */
  onDatabaseLost?: (reason: Error) => void
  /** What the pool may take, where a command's long statements need more than a request's. */
  limits?: Partial<PoolLimits>
}

/** How long a database of its own may take to appear at start, in milliseconds (both may start together). */
const patienceMs = 60_000

/**
 * Opens the database (the server's own one without DATABASE_URL), brings the schema up to date and gives the platform.
 * @throws StartRefused with a plain sentence when that cannot be
 */
export async function openPlatform({
  configuration,
  log,
  say,
  shared = false,
  onDatabaseLost = (reason) => log.error({ err: reason }, 'the database has ended and could not be started again'),
  limits = {},
}: OpenOptions): Promise<OpenPlatform> {
  const { databaseUrl, databaseAdminUrl, dataDirectory } = configuration
  const embedded = databaseUrl
    ? undefined
    : await startEmbeddedPostgres({ directory: join(dataDirectory, 'postgres'), log: say, shared })
  embedded?.onExit(onDatabaseLost)
  const url = databaseUrl ?? embedded?.url ?? ''
  try {
    await whenThere(async () => {
      await migrateDatabase({ url: databaseAdminUrl ?? url })
      if (databaseAdminUrl !== undefined) await admitRuntimeLogin({ adminUrl: databaseAdminUrl, url })
    }, say)
  } catch (error) {
    await embedded?.stop()
    throw error
  }
  const db = openDatabase({
    url,
    ...limits,
    onError: (error) => log.warn({ err: error }, 'a database connection broke'),
  })
  return {
    platform: { configuration, db, clock: steadyClock(), log, listenOn: url, includes: new Map() },
    url,
    close: async () => {
      await closeDatabase(db)
      await embedded?.stop()
    },
  }
}

async function whenThere(prepare: () => Promise<void>, say: (sentence: string) => void): Promise<void> {
  const deadline = Date.now() + patienceMs
  for (let attempt = 1; ; attempt++) {
    try {
      await prepare()
      return
    } catch (error) {
      if (!isUnreachable(error)) throw error
      if (Date.now() > deadline) throw new StartRefused('The database does not answer. Is DATABASE_URL right?')
      if (attempt === 1) say('The database does not answer yet; trying again.')
      await pause(1_000)
    }
  }
}

/** Refused, not found, or still starting up (57P03). */
const isUnreachable = (error: unknown) =>
  isDatabaseAway(error) ||
  /^(ECONNREFUSED|ENOTFOUND|ETIMEDOUT|ECONNRESET|EAI_AGAIN|57P03)$/.test((error as { code?: string }).code ?? '')
