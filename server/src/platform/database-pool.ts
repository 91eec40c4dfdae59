import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import pg from 'pg'
import { databaseValues } from './database-values'
import { PreparedStatements } from './prepared-statements'

/** What a pool may take; times in milliseconds. */
export type PoolLimits = {
  /** Connections at most. */
  max: number
  /** Queries that may wait for a connection; one more is turned away at once. */
  waiting: number
  /** A new connection, or a free one, must come within this time. */
  connectTimeout: number
  statementTimeout: number
  idleInTransactionTimeout: number
  /** A server that says nothing for this long, neither to a statement nor to who asks whether it lives, is given up. */
  silence: number
}

/**
 * The database did not answer, or has no room left for this query. The statement may or may not have run when the
 * connection broke in its middle. Answered by 503 with `Retry-After`.
 */
export class DatabaseAway extends Error {
  override readonly name = 'DatabaseAway'
}

/** How long the end of the pool waits for statements that run, in milliseconds. */
const lastStatementsMs = 500

/** SQLSTATE classes and codes that end a session: 08 connection, 57P01..05 shutdown and crash. */
const sessionOver = /^(08...|57P0[1-5])$/

/** Does this error mean that the connection, not the statement, failed? */
function isConnectionLoss(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return sessionOver.test(error.code ?? '')
  if (!(error instanceof Error)) return false
  if ('code' in error && typeof error.code === 'string' && /^E[A-Z]+$/.test(error.code)) return true
  return /^(Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout|This socket|Cannot use a pool)/.test(
    error.message,
  )
}

/**
 * When a silent server is asked, in parts of `silence`: early, since asking costs one connection, so that the answer may
 * take long. A server on a busy machine needs most of a second to begin a connection, and is not to be given up for that.
 */
const watching = { every: 0.1, begins: 0.4, lasts: 0.5 } as const

/**
 * A pool of `pg` for Kysely that fails fast and plainly: every failure to reach the server is a `DatabaseAway`,
 * broken connections leave the pool at once (`pg` alone would lend them out again after a read time-out), the queue
 * is bounded, and a server that has fallen silent (frozen, unplugged) is found out by a probe, since neither TCP nor
 * the server's own statement time-out would say so within two seconds.
 */
export class WatchedPool implements PostgresPool {
  readonly #pool: pg.Pool
  readonly #limits: PoolLimits
  readonly #settings: pg.PoolConfig
  readonly #lent = new Set<pg.PoolClient>()
  readonly #asking = new Map<pg.PoolClient, number>()
  readonly #prepared = new PreparedStatements()
  /** Connections whose limits are set. */
  readonly #limited = new WeakSet<pg.PoolClient>()
  #watch: NodeJS.Timeout | undefined
  #probing = false

  constructor(url: string, limits: PoolLimits, onError: (error: Error) => void) {
    this.#limits = limits
    this.#settings = {
      connectionString: url,
      application_name: 'lintel',
      types: databaseValues,
      connectionTimeoutMillis: limits.connectTimeout,
      keepAlive: true,
    }
    this.#pool = new pg.Pool({ ...this.#settings, max: limits.max, idleTimeoutMillis: 30_000 })
    // An idle connection that breaks tells the pool, a lent one only itself: unheard, either would end the process.
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
    const lent = this.#lend(client)
    if (!this.#limited.has(client)) await this.#limit(client, lent)
    return lent
  }

  /** Closes every connection. A statement that does not come to an end soon is given up: nobody waits for it any more. */
  async end(): Promise<void> {
    clearInterval(this.#watch)
    this.#watch = undefined
    const givingUp = setTimeout(() => this.#lent.forEach(hangUp), lastStatementsMs)
    await this.#pool.end()
    clearTimeout(givingUp)
  }

  /** Said when a connection is new, not as it is opened: a pooler (PgBouncer) refuses one that asks for more than it knows. */
  async #limit(client: pg.PoolClient, lent: PostgresPoolClient): Promise<void> {
    const { statementTimeout, idleInTransactionTimeout } = this.#limits
    try {
      await lent.query(
        `select set_config('TimeZone', 'UTC', false), set_config('statement_timeout', '${statementTimeout}', false),
          set_config('idle_in_transaction_session_timeout', '${idleInTransactionTimeout}', false)`,
        [],
      )
      this.#limited.add(client)
    } catch (error) {
      lent.release()
      throw error
    }
  }

  #lend(client: pg.PoolClient): PostgresPoolClient {
    let broken = false
    this.#lent.add(client)
    const ask = async <R>(statement: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>> => {
      this.#asking.set(client, performance.now())
      this.#watch ??= setInterval(() => this.#lookForSilence(), this.#limits.silence * watching.every).unref()
      try {
        const name = parameters.length > 0 ? this.#prepared.nameOf(statement) : undefined
        const { command, rowCount, rows } = await client.query({
          text: statement,
          values: [...parameters],
          ...(name !== undefined && { name }),
        })
        // Kysely names the commands it tells apart; `pg` says only that it is a string.
        return { command: command as PostgresQueryResult<R>['command'], rowCount: rowCount ?? 0, rows }
      } catch (error) {
        // What this connection has prepared fits the tables no longer: the next one prepares it anew.
        if (error instanceof pg.DatabaseError && error.code === '0A000') broken = true
        if (!isConnectionLoss(error)) throw error
        broken = true
        throw new DatabaseAway('The connection to the database broke', { cause: error })
      } finally {
        this.#asking.delete(client)
      }
    }
    function query<R>(statement: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>
    function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
    function query<R>(
      statement: string | PostgresCursor<R>,
      parameters: readonly unknown[] = [],
    ): Promise<PostgresQueryResult<R>> | PostgresCursor<R> {
      return typeof statement === 'string'
        ? ask<R>(statement, parameters)
        : client.query(statement as pg.Submittable & PostgresCursor<R>)
    }
    const release = () => {
      this.#lent.delete(client)
      client.release(broken)
    }
    return { query, release }
  }

  #lookForSilence(): void {
    if (this.#asking.size === 0) {
      clearInterval(this.#watch)
      this.#watch = undefined
      return
    }
    const since = performance.now() - this.#limits.silence * watching.begins
    if (this.#probing || ![...this.#asking.values()].some((asked) => asked < since)) return
    this.#probing = true
    this.#answers()
      .then((alive) => {
        if (!alive) for (const client of this.#asking.keys()) hangUp(client)
      })
      .finally(() => {
        this.#probing = false
      })
  }

  /** Whether the server answers a connection of its own; a refusal in words (too many clients) is an answer, too. */
  async #answers(): Promise<boolean> {
    const client = new pg.Client({ ...this.#settings, connectionTimeoutMillis: this.#limits.silence * watching.lasts })
    client.on('error', () => undefined)
    try {
      await client.connect()
      return true
    } catch (error) {
      return error instanceof pg.DatabaseError && !sessionOver.test(error.code ?? '')
    } finally {
      client.end().catch(() => undefined)
    }
  }
}

/** Ends a connection without a word to the other side, which would not hear it; its query fails at once. */
function hangUp(client: pg.PoolClient): void {
  const { connection } = client as pg.PoolClient & { connection?: { stream?: { destroy(): void } } }
  connection?.stream?.destroy()
}
