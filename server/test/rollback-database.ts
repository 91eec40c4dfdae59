import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import type { Database } from '../src/platform/database'
import type { DB } from '../src/platform/database.types'
import { databaseValues } from '../src/platform/database-values'
import { PreparedStatements } from '../src/platform/prepared-statements'

/** A database on which everything can be tried and nothing stays. */
export interface RollbackDatabase {
  db: Database
  /** Takes back everything since the last rewinding, or since what was kept. */
  rollBack(): Promise<void>
  /** What has happened until now stays. */
  commit(): Promise<void>
  close(): Promise<void>
}

/** The product's transactions become savepoints of the one that is taken back; what waits for a commit is asked then. */
const nested: Record<string, string> = {
  begin: 'savepoint nested',
  commit: 'set constraints all immediate; set constraints all deferred; release savepoint nested',
  rollback: 'rollback to savepoint nested; release savepoint nested',
}

/**
 * Opens a database by one connection whose work is never committed: for tests that ask one thing after another. Whoever
 * needs the connection waits until it is given back, as in a pool of one.
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

/** Every function of ours that is called in a SELECT and writes, and every statement that writes in another one's clothes. */
const writes =
  /\b(insert|update|delete|merge|truncate|call|nextval|setval|set_config|attempt_begin|password_hold|audit_\w+|customer_person_accept|folder_rehash)\b/i

/** Runs a statement so that, outside a transaction of the product, one that fails spoils nothing that follows. */
function runner(client: pg.Client) {
  /** Whether a savepoint holds all that was written: what only reads needs none of its own. */
  let hasSavepoint = false
  // As the product's connections have them: the same requests are asked thousands of times.
  const prepared = new PreparedStatements()
  const dropSavepoint = () => {
    hasSavepoint = false
  }
  const run = async (statement: string, parameters: readonly unknown[]) => {
    // Nobody else changes anything meanwhile: a snapshot of its own is what a transaction sees here in any case.
    const replacement = nested[statement.startsWith('start transaction ') ? 'begin' : statement]
    // A savepoint of the product's own would be gone with the one that is put around a statement.
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
