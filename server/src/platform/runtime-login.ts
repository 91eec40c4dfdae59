import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import { StartRefused } from './start-refused'

/** The two logins of the same database. */
export interface TwoLogins {
  /** Owns the schema: DATABASE_ADMIN_URL. */
  adminUrl: string
  /** Serves requests: DATABASE_URL. */
  url: string
}

/** What the runtime login may do with tables beside reading them, where that is not everything. */
const narrowed: Record<string, string> = {
  // Appended to and never changed: retention is the other login's (security J2).
  audit_event: 'insert',
  audit_chain: 'insert, update',
  audit_cut: '',
  // What ran on this database is told by who ran it.
  schema_migration: '',
  schema_migration_lock: '',
  schema_checksum: '',
}

/**
 * Gives the login that serves requests what it needs, and takes from it what it must not do. Done after each migration,
 * since a new table belongs to the other login alone; one transaction, so that a server that works meanwhile notices nothing.
 * @throws StartRefused when the first login owns the tables: nothing can be denied to an owner
 */
export async function admitRuntimeLogin({ adminUrl, url }: TwoLogins): Promise<void> {
  const runtime = await within(url, nameOfLogin)
  await within(adminUrl, (db) =>
    db.transaction().execute(async (tx) => {
      const admin = await nameOfLogin(tx)
      if (admin === runtime) return
      // Grants to one table at once by two servers would end one of them.
      await sql`select pg_advisory_xact_lock(hashtext('lintel schema'))`.execute(tx)
      await grant(tx, runtime, await tablesOfOthers(tx, admin, runtime))
    }),
  )
}

async function nameOfLogin(db: Kysely<unknown>): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_user as name`.execute(db)
  return rows[0]?.name ?? ''
}

/** The schema and its tables, none of which is the runtime login's own. */
async function tablesOfOthers(tx: Transaction<unknown>, admin: string, runtime: string) {
  const { rows } = await sql<{ schema: string; name: string; owner: string }>`
    select schemaname as schema, tablename as name, tableowner as owner
    from pg_tables where schemaname = current_schema() order by tablename`.execute(tx)
  if (rows.some(({ owner }) => owner === runtime)) {
    throw new StartRefused(
      `The tables of the database belong to the login of DATABASE_URL (${runtime}), to whom nothing can be denied: hand them over once, as a superuser in this database, with REASSIGN OWNED BY "${runtime}" TO "${admin}".`,
    )
  }
  return rows
}

async function grant(tx: Transaction<unknown>, login: string, tables: { schema: string; name: string }[]) {
  const [first] = tables
  if (!first) return
  const schema = sql.id(first.schema)
  const to = sql.id(login)
  await sql`grant usage on schema ${schema} to ${to}`.execute(tx)
  await sql`revoke all on all tables in schema ${schema} from ${to}`.execute(tx)
  await sql`grant select on all tables in schema ${schema} to ${to}`.execute(tx)
  for (const { name } of tables) {
    const rights = narrowed[name] ?? 'insert, update, delete'
    if (rights) await sql`grant ${sql.raw(rights)} on ${sql.id(first.schema, name)} to ${to}`.execute(tx)
  }
  await sql`grant usage, select on all sequences in schema ${schema} to ${to}`.execute(tx)
  await sql`grant execute on all functions in schema ${schema} to ${to}`.execute(tx)
}

async function within<T>(url: string, run: (db: Kysely<unknown>) => Promise<T>): Promise<T> {
  const pool = new pg.Pool({
    connectionString: url,
    max: 1,
    application_name: 'lintel migrations',
    connectionTimeoutMillis: 10_000,
  })
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  try {
    return await run(db)
  } finally {
    await db.destroy()
  }
}
