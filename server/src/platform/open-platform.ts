import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { steadyClock } from './clock'
import type { Configuration } from './configuration'
import type { Log, Platform } from './context'
import { closeDatabase, isDatabaseAway, openDatabase } from './database'
import type { PoolLimits } from './database-pool'
import { startEmbeddedPostgres } from './embedded-postgres'
import { migrateDatabase } from './migrate'
import { orAborted } from './or-aborted'
import { admitRuntimeLogin } from './runtime-login'
import { refusalOfDataDirectory, StartRefused } from './start-refused'

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
  /** Breaks the opening off: what it has begun is ended, and its reason thrown. Default: nothing does. */
  signal?: AbortSignal
}

/** How long a database of its own may take to appear at start, in milliseconds (both may start together). */
const patienceMs = 60_000
/** How long a database may take to let us in, in milliseconds. */
const connectingMs = 10_000

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
  signal = new AbortController().signal,
}: OpenOptions): Promise<OpenPlatform> {
  const { databaseUrl, databaseAdminUrl, dataDirectory } = configuration
  const embedded = databaseUrl
    ? undefined
    : await startEmbeddedPostgres({ directory: join(dataDirectory, 'postgres'), log: say, shared, signal }).catch(
        (error) => {
          throw refusalOfDataDirectory(error, dataDirectory)
        },
      )
  embedded?.onExit(onDatabaseLost)
  const url = databaseUrl ?? embedded?.url ?? ''
  try {
    await orAborted(
      whenThere({ configuration, say, signal }, async () => {
        await migrateDatabase({ url: databaseAdminUrl ?? url })
        if (databaseAdminUrl !== undefined) await admitRuntimeLogin({ adminUrl: databaseAdminUrl, url })
      }),
      signal,
    )
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

/** Prepares the database as soon as it lets us in, and again when it goes away in the middle of that. */
async function whenThere(
  { configuration, say, signal }: Required<Pick<OpenOptions, 'configuration' | 'say' | 'signal'>>,
  prepare: () => Promise<void>,
): Promise<void> {
  const { databaseAdminUrl, databaseUrl } = configuration
  const deadline = Date.now() + patienceMs
  for (let attempt = 1; ; attempt++) {
    try {
      await enter('DATABASE_ADMIN_URL', databaseAdminUrl)
      await enter('DATABASE_URL', databaseUrl)
      await prepare()
      return
    } catch (error) {
      const reason = error instanceof StartRefused ? error.cause : error
      if (!isPassing(reason) || Date.now() > deadline) throw error
      if (attempt === 1) say('The database does not answer yet; trying again.')
      await pause(1_000, undefined, { signal })
    }
  }
}

/**
 * Connects once, for the sake of a plain sentence about the variable that says where.
 * @throws StartRefused with its cause when nobody lets us in
 */
async function enter(variable: string, url: string | undefined): Promise<void> {
  if (url === undefined) return
  try {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'lintel',
      connectionTimeoutMillis: connectingMs,
    })
    client.on('error', () => undefined)
    await client.connect()
    await client.end()
  } catch (cause) {
    const { message, code } = cause as NodeJS.ErrnoException
    // Of a name with several addresses all of which refuse, Node tells the code alone.
    throw new StartRefused(`${variable} opens no database: ${message || code}.`, { cause })
  }
}

/** Does it pass by itself: nobody answers there yet, or who answers is starting, ending or full? */
function isPassing(error: unknown): boolean {
  if (isDatabaseAway(error)) return true
  if (!(error instanceof Error)) return false
  const { code = '', message } = error as NodeJS.ErrnoException
  if (error instanceof pg.DatabaseError) return /^(08\d{3}|57P0[123])$/.test(code)
  return unreachable.test(code) || /^(Connection terminated|timeout expired)/.test(message)
}

/** What the system says of a host or a program that is not there, or not yet. */
const unreachable =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|ENOTFOUND|EAI_AGAIN)$/
