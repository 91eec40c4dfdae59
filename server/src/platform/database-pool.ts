import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import pg from 'pg'
import { databaseValues } from './database-values'
import { PreparedStatements } from './prepared-statements'

/** Limits of a pool; times in milliseconds. */
export type PoolLimits = {
  /** Maximum number of connections. */
  max: number
  /** Queries that may wait for a connection; further ones are rejected at once. */
  waiting: number
  /** Timeout for getting a connection. */
  connectTimeout: number
  statementTimeout: number
  idleInTransactionTimeout: number
  /** A server that neither answers a statement nor a probe for this long is considered unavailable. */
  silence: number
}

/**
 * The database is unavailable or overloaded. If the connection broke during a statement, that may or may not have run.
 * Answered with 503 and `Retry-After`.
 */
export class DatabaseAway extends Error {
  override readonly name = 'DatabaseAway'
}

/** Was a write refused because the database only reads: a standby, or one whose disk is full? */
export function isReadOnly(error: unknown): boolean {
  const reason = error instanceof DatabaseAway ? error.cause : error
  return reason instanceof pg.DatabaseError && reason.code === '25006'
}

/** How often a database that only reads is reported at most, in milliseconds. */
const readOnlyReportMs = 60_000

/** How long `end` waits for running statements, in milliseconds. */
const shutdownGraceMs = 500

/**
 * SQLSTATE codes after which only another connection is of use: 08 connection, 57P01..05 shutdown and crash, 25006 a
 * server that only reads, because another one has taken over or its disk is full.
 */
const connectionLost = /^(08...|57P0[1-5]|25006)$/

/** Does this error mean that the connection, not the statement, failed? */
function isConnectionLoss(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return connectionLost.test(error.code ?? '')
  if (!(error instanceof Error)) return false
  if ('code' in error && typeof error.code === 'string' && /^E[A-Z]+$/.test(error.code)) return true
  return /^(Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout|This socket|Cannot use a pool)/.test(
    error.message,
  )
}

/**
 * Timing of the probe of an unresponsive server, as fractions of `silence`. It starts early, since it costs only one
 * connection, and may take long: a busy machine needs most of a second to open a connection.
 */
const probe = { every: 0.1, begins: 0.4, lasts: 0.5 } as const

/**
 * A `pg` pool for Kysely that fails fast. Every connection failure is a `DatabaseAway`, broken connections leave the
 * pool at once (`pg` alone would reuse them after a read timeout), the queue is bounded, and a probe detects an
 * unresponsive server, which neither TCP nor the statement timeout would report within two seconds.
 */
export class WatchedPool implements PostgresPool {
  readonly #pool: pg.Pool
  readonly #limits: PoolLimits
  readonly #settings: pg.PoolConfig
  readonly #leased = new Set<pg.PoolClient>()
  readonly #pendingSince = new Map<pg.PoolClient, number>()
  readonly #prepared = new PreparedStatements()
  /** Connections whose session settings are applied. */
  readonly #limited = new WeakSet<pg.PoolClient>()
  readonly #onError: (error: Error) => void
  #readOnlyReportedAt = Number.NEGATIVE_INFINITY
  #watch: NodeJS.Timeout | undefined
  #probing = false

  constructor(url: string, limits: PoolLimits, onError: (error: Error) => void) {
    this.#limits = limits
    this.#onError = onError
    this.#settings = {
      connectionString: url,
      application_name: 'lintel',
      types: databaseValues,
      connectionTimeoutMillis: limits.connectTimeout,
      keepAlive: true,
    }
    this.#pool = new pg.Pool({ ...this.#settings, max: limits.max, idleTimeoutMillis: 30_000 })
    // A broken idle connection emits on the pool, a leased one on itself: an unhandled error event would end the
    // process.
    this.#pool.on('error', onError)
    this.#pool.on('connect', (client) => client.on('error', () => undefined))
  }

  async connect(): Promise<PostgresPoolClient> {
    if (this.#pool.waitingCount >= this.#limits.waiting)
      throw new DatabaseAway('Too many queries are waiting for the database')
    let client: pg.PoolClient
    try {
      client = await this.#pool.connect()
    } catch (cause) {
      throw new DatabaseAway('The database gave no connection', { cause })
    }
    const leased = this.#lease(client)
    if (!this.#limited.has(client)) await this.#limit(client, leased)
    return leased
  }

  /** Closes every connection; statements that do not finish in time are aborted. */
  async end(): Promise<void> {
    clearInterval(this.#watch)
    this.#watch = undefined
    const abortTimer = setTimeout(() => this.#leased.forEach(destroyConnection), shutdownGraceMs)
    await this.#pool.end()
    clearTimeout(abortTimer)
  }

  /** Applied by a query after connecting, since a pooler (PgBouncer) rejects unknown startup parameters. */
  async #limit(client: pg.PoolClient, leased: PostgresPoolClient): Promise<void> {
    const { statementTimeout, idleInTransactionTimeout } = this.#limits
    try {
      await leased.query(
        `select set_config('TimeZone', 'UTC', false), set_config('statement_timeout', '${statementTimeout}', false),
          set_config('idle_in_transaction_session_timeout', '${idleInTransactionTimeout}', false)`,
        [],
      )
      this.#limited.add(client)
    } catch (error) {
      leased.release()
      throw error
    }
  }

  #lease(client: pg.PoolClient): PostgresPoolClient {
    let broken = false
    this.#leased.add(client)
    const run = async <R>(statement: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>> => {
      this.#pendingSince.set(client, performance.now())
      this.#watch ??= setInterval(() => this.#checkSilence(), this.#limits.silence * probe.every).unref()
      try {
        const name = parameters.length > 0 ? this.#prepared.nameOf(statement) : undefined
        const { command, rowCount, rows } = await client.query({
          text: statement,
          values: [...parameters],
          ...(name !== undefined && { name }),
        })
        // Kysely has a union of commands, `pg` a string.
        return { command: command as PostgresQueryResult<R>['command'], rowCount: rowCount ?? 0, rows }
      } catch (error) {
        // A prepared statement no longer fits the tables: drop the connection, so that it is prepared again.
        if (error instanceof pg.DatabaseError && error.code === '0A000') broken = true
        if (!isConnectionLoss(error)) throw error
        broken = true
        if (!isReadOnly(error)) throw new DatabaseAway('The connection to the database broke', { cause: error })
        const refused = new DatabaseAway('The database is read-only', { cause: error })
        this.#reportReadOnly(refused)
        throw refused
      } finally {
        this.#pendingSince.delete(client)
      }
    }
    function query<R>(statement: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>
    function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
    function query<R>(
      statement: string | PostgresCursor<R>,
      parameters: readonly unknown[] = [],
    ): Promise<PostgresQueryResult<R>> | PostgresCursor<R> {
      return typeof statement === 'string'
        ? run<R>(statement, parameters)
        : client.query(statement as pg.Submittable & PostgresCursor<R>)
    }
    const release = () => {
      this.#leased.delete(client)
      client.release(broken)
    }
    return { query, release }
  }

  #reportReadOnly(refused: DatabaseAway): void {
    const now = performance.now()
    if (now - this.#readOnlyReportedAt < readOnlyReportMs) return
    this.#readOnlyReportedAt = now
    this.#onError(refused)
  }

  #checkSilence(): void {
    if (this.#pendingSince.size === 0) {
      clearInterval(this.#watch)
      this.#watch = undefined
      return
    }
    const since = performance.now() - this.#limits.silence * probe.begins
    if (this.#probing || ![...this.#pendingSince.values()].some((asked) => asked < since)) return
    this.#probing = true
    this.#isResponding()
      .then((alive) => {
        if (!alive) for (const client of this.#pendingSince.keys()) destroyConnection(client)
      })
      .finally(() => {
        this.#probing = false
      })
  }

  /** Does the server respond to a new connection? A rejection (too many clients) is a response, too. */
  async #isResponding(): Promise<boolean> {
    const client = new pg.Client({ ...this.#settings, connectionTimeoutMillis: this.#limits.silence * probe.lasts })
    client.on('error', () => undefined)
    try {
      await client.connect()
      return true
    } catch (error) {
      return error instanceof pg.DatabaseError && !connectionLost.test(error.code ?? '')
    } finally {
      client.end().catch(() => undefined)
    }
  }
}

/** Destroys the socket of an unresponsive connection, so that its query fails at once. */
function destroyConnection(client: pg.PoolClient): void {
  const { connection } = client as pg.PoolClient & { connection?: { stream?: { destroy(): void } } }
  connection?.stream?.destroy()
}
