import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import type { Database } from '../src/platform/database'
import type { DB } from '../src/platform/database.types'
import { databaseValues } from '../src/platform/database-values'
import { PreparedStatements } from '../src/platform/prepared-statements'

/** A database whose changes can be rolled back. */
export interface RollbackDatabase {
  db: Database
  /** Rolls back everything since the last `rollBack` or `commit`. */
  rollBack(): Promise<void>
  /** Commits what has happened until now. */
  commit(): Promise<void>
  close(): Promise<void>
}

/**
 * The product's transactions become savepoints of the one that is rolled back; deferred constraints are checked at
 * their end.
 */
const nested: Record<string, string> = {
  begin: 'savepoint nested',
  commit: 'set constraints all immediate; set constraints all deferred; release savepoint nested',
  rollback: 'rollback to savepoint nested; release savepoint nested',
}

/**
 * Opens a database by a single connection in an open transaction, for tests that send requests one after another. A
 * caller waits until the connection is released, as in a pool of one.
 */
export async function rollbackDatabase(url: string): Promise<RollbackDatabase> {
  const client = new pg.Client({ connectionString: url, types: databaseValues, options: '-c TimeZone=UTC' })
  await client.connect()
  const { run, dropSavepoint } = runner(client)
  await client.query('begin')
  let free: Promise<void> = Promise.resolve()
  const connect = async (): Promise<PostgresPoolClient> => {
    const before = free
    let release = () => {}
    free = new Promise((resolve) => {
      release = resolve
    })
    await before
    return {
      query: run,
      release,
    } as PostgresPoolClient
  }
  const runAlone = async (statements: string) => {
    const { release } = await connect()
    await client.query(statements)
    dropSavepoint()
    release()
  }
  const pool: PostgresPool = { connect, end: async () => undefined }
  return {
    db: new Kysely<DB>({ dialect: new PostgresDialect({ pool }) }),
    commit: () => runAlone('commit; begin'),
    rollBack: () => runAlone('rollback; begin'),
    close: () => client.end(),
  }
}

/** Statements that write, including our database functions that write when called in a SELECT. */
const writes =
  /\b(insert|update|delete|merge|truncate|call|nextval|setval|set_config|attempt_begin|password_hold|audit_\w+|customer_person_accept|folder_rehash)\b/i

/** Runs each statement behind a savepoint, so that a failed one does not abort the surrounding transaction. */
function runner(client: pg.Client) {
  /** Whether nothing was written since the last savepoint, so that the next statement needs no new one. */
  let hasSavepoint = false
  // Prepared statements as on the product's connections: the same statements run thousands of times.
  const prepared = new PreparedStatements()
  const dropSavepoint = () => {
    hasSavepoint = false
  }
  const run = async (statement: string, parameters: readonly unknown[]) => {
    // There are no concurrent writers, so a transaction of any isolation level sees a stable snapshot.
    const replacement = nested[statement.startsWith('start transaction ') ? 'begin' : statement]
    // A savepoint of the product would be released together with one set around its statement.
    if (replacement !== undefined || /^(savepoint|rollback to savepoint) /.test(statement)) {
      dropSavepoint()
      await client.query(replacement ?? statement)
      return { command: 'SELECT' as const, rowCount: 0, rows: [] }
    }
    if (!hasSavepoint) await client.query('savepoint statement')
    hasSavepoint = !writes.test(statement)
    const name = prepared.nameOf(statement)
    try {
      const { command, rowCount, rows } = await client.query({
        text: statement,
        values: [...parameters],
        ...(name !== undefined && { name }),
      })
      return { command, rowCount: rowCount ?? 0, rows }
    } catch (error) {
      await client.query('rollback to savepoint statement')
      hasSavepoint = true
      throw error
    }
  }
  return { run, dropSavepoint }
}
