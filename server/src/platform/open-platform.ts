import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { type Clock, steadyClock } from './clock'
import type { Configuration } from './configuration'
import type { Log, Platform } from './context'
import { closeDatabase, isDatabaseAway, openDatabase } from './database'
import { isReadOnly, type PoolLimits } from './database-pool'
import { startEmbeddedPostgres } from './embedded-postgres'
import { type MigrateOptions, migrateDatabase, schemaDifference } from './migrate'
import { orAborted } from './or-aborted'
import { grantRuntimeLogin, refuseOtherDatabase } from './runtime-login'
import { dataDirectoryError, StartRefused } from './start-refused'

/** The platform with an up-to-date database, and how to close it. */
export interface OpenPlatform {
  platform: Platform
  /** The database URL, for LISTEN connections. */
  url: string
  close(): Promise<void>
}

/** Options of {@link openPlatform}. */
export interface OpenOptions {
  configuration: Configuration
  log: Log
  /** Prints messages about the database for the operator. */
  print: (sentence: string) => void
  /** Called with the database before it is migrated, which has no way back; throws to refuse that. */
  beforeMigration?: MigrateOptions['before']
  /** Use the database of a server that already runs on the directory; for commands. */
  shared?: boolean
  /** Called when the embedded database ended and could not be restarted. Default: it is logged. */
  onDatabaseLost?: (reason: Error) => void
  /** Limits of the pool, for commands with long statements. */
  limits?: Partial<PoolLimits>
  /** Aborts: stops what was started and throws the reason of the signal. */
  signal?: AbortSignal
}

/** How long to wait for an external database at start, in milliseconds (both may start together). */
const availabilityTimeoutMs = 60_000
/** Timeout of a connection, in milliseconds. */
const connectTimeoutMs = 10_000

/**
 * Opens the database (the embedded one without DATABASE_URL), migrates the schema and returns the platform.
 * @throws StartRefused with a message for the operator when that is impossible
 */
export async function openPlatform({
  configuration,
  log,
  print,
  beforeMigration,
  shared = false,
  onDatabaseLost = (reason) => log.error({ err: reason }, 'the database has ended and could not be started again'),
  limits = {},
  signal = new AbortController().signal,
}: OpenOptions): Promise<OpenPlatform> {
  const { databaseUrl, databaseAdminUrl, dataDirectory } = configuration
  const embedded = databaseUrl
    ? undefined
    : await startEmbeddedPostgres({ directory: join(dataDirectory, 'postgres'), log: print, shared, signal }).catch(
        (error) => {
          throw dataDirectoryError(error, dataDirectory)
        },
      )
  embedded?.onExit(onDatabaseLost)
  const url = databaseUrl ?? embedded?.url ?? ''
  try {
    await orAborted(
      retryUntilAvailable({ configuration, print, signal }, async () => {
        const logins = databaseAdminUrl === undefined ? undefined : { adminUrl: databaseAdminUrl, url }
        if (logins) await refuseOtherDatabase(logins)
        await migrateDatabase({
          url: databaseAdminUrl ?? url,
          before: beforeMigration,
          onWait: () => print('Another server is preparing the database; waiting.'),
        })
        if (logins) await grantRuntimeLogin(logins)
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
    onError: (error) => log.warn({ err: error }, 'a database connection was dropped'),
  })
  return {
    platform: { configuration, db, clock: platformClock(log), log, listenOn: url, includes: new Map() },
    url,
    close: async () => {
      await closeDatabase(db)
      await embedded?.stop()
    },
  }
}

/**
 * Does the external database answer, with every migration of this version applied? The embedded one, which has to start
 * first, counts as not prepared.
 */
export async function isDatabasePrepared({ databaseUrl }: Configuration): Promise<boolean> {
  if (databaseUrl === undefined) return false
  const db = openDatabase({ url: databaseUrl, max: 1 })
  try {
    return (await schemaDifference(db)).pending.length === 0
  } catch {
    // Opening the platform reports the reason.
    return false
  } finally {
    await closeDatabase(db)
  }
}

const platformClock = (log: Log): Clock =>
  steadyClock(
    Date.now,
    () => performance.now(),
    (aheadMs) =>
      log.error(
        { aheadSeconds: Math.round(aheadMs / 1_000) },
        'the clock of the machine jumped back: the server keeps to the later time until it is restarted or the clock catches up',
      ),
  )

/**
 * Prepares the database as soon as it accepts connections and writes, and repeats that if the connection is lost
 * meanwhile.
 */
async function retryUntilAvailable(
  { configuration, print, signal }: Required<Pick<OpenOptions, 'configuration' | 'print' | 'signal'>>,
  prepare: () => Promise<void>,
): Promise<void> {
  const { databaseAdminUrl, databaseUrl } = configuration
  const deadline = Date.now() + availabilityTimeoutMs
  let printed: string | undefined
  for (;;) {
    try {
      await checkConnection('DATABASE_ADMIN_URL', databaseAdminUrl)
      await checkConnection('DATABASE_URL', databaseUrl)
      await prepare()
      return
    } catch (error) {
      const reason = error instanceof StartRefused ? error.cause : error
      if (!isTransient(reason)) throw error
      const isOnlyReading = isReadOnly(reason)
      if (Date.now() > deadline)
        throw isOnlyReading
          ? new StartRefused('The database only reads: it accepts no writes.', { cause: reason })
          : error
      const sentence = isOnlyReading
        ? 'The database only reads; waiting until it accepts writes.'
        : 'The database does not answer yet; trying again.'
      if (sentence !== printed) print(sentence)
      printed = sentence
      await pause(1_000, undefined, { signal })
    }
  }
}

/**
 * Connects once, to report which variable is wrong.
 * @throws StartRefused with its cause when the connection fails
 */
async function checkConnection(variable: string, url: string | undefined): Promise<void> {
  if (url === undefined) return
  try {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'lintel',
      connectionTimeoutMillis: connectTimeoutMs,
    })
    client.on('error', () => undefined)
    await client.connect()
    await client.end()
  } catch (cause) {
    const { message, code } = cause as NodeJS.ErrnoException
    // If all addresses of a name refuse, Node sets only the code.
    throw new StartRefused(`${variable} opens no database: ${message || code}.`, { cause })
  }
}

/** Is the error transient: the server is not reachable yet, starting, stopping or full? */
function isTransient(error: unknown): boolean {
  if (isDatabaseAway(error)) return true
  if (!(error instanceof Error)) return false
  const { code = '', message } = error as NodeJS.ErrnoException
  if (error instanceof pg.DatabaseError) return /^(08\d{3}|57P0[123])$/.test(code)
  return unreachable.test(code) || /^(Connection terminated|timeout expired)/.test(message)
}

/** System errors of a host or program that is not (yet) reachable. */
const unreachable =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|ENOTFOUND|EAI_AGAIN)$/
