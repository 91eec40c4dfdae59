import { randomBytes } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import { lockSchema, withMigrationDatabase } from './migration-database'
import { StartRefused } from './start-refused'

/** The two logins of the database. */
export interface DatabaseLogins {
  /** Owns the schema: DATABASE_ADMIN_URL. */
  adminUrl: string
  /** Serves requests: DATABASE_URL. */
  url: string
}

/** Rights of the runtime login on tables besides `select`, if restricted. */
const restrictedGrants: Record<string, string> = {
  // Append-only; retention uses the admin login (security J2).
  audit_event: 'insert',
  audit_chain: 'insert, update',
  audit_cut: '',
  // Written by a migration.
  installation: '',
  // Migrations are recorded by the admin login.
  schema_migration: '',
  schema_checksum: '',
  // Left by older versions.
  schema_migration_lock: '',
}

/**
 * Grants the runtime login its rights and revokes all others. Repeated after each migration, because new tables belong
 * to the admin login; in one transaction, so that a running server is not affected.
 * @throws StartRefused when the runtime login owns the tables: rights of an owner cannot be revoked
 */
export async function grantRuntimeLogin({ adminUrl, url }: DatabaseLogins): Promise<void> {
  const runtime = await withMigrationDatabase(url, loginName)
  await withMigrationDatabase(adminUrl, (db) =>
    db.transaction().execute(async (tx) => {
      const admin = await loginName(tx)
      if (admin === runtime) return
      // Concurrent grants on one table by two servers would fail.
      await lockSchema(tx)
      await grant(tx, runtime, await tablesToGrant(tx, admin, runtime))
    }),
  )
}

/**
 * Proves that both logins open one database, before anything is migrated: a lock of the one is held for the other as
 * well, because advisory locks belong to a database. Both are held within a transaction, as poolers require.
 * @throws StartRefused when they open different databases
 */
export async function refuseOtherDatabase({ adminUrl, url }: DatabaseLogins): Promise<void> {
  const lock = sql`${randomBytes(8).readBigInt64BE().toString()}::bigint`
  const isFree = await withMigrationDatabase(adminUrl, (db) =>
    db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(${lock})`.execute(tx)
      return withMigrationDatabase(url, (runtime) =>
        runtime.transaction().execute(async (other) => {
          const { rows } = await sql<{ isFree: boolean }>`
            select pg_try_advisory_xact_lock(${lock}) as "isFree"`.execute(other)
          return rows[0]?.isFree !== false
        }),
      )
    }),
  )
  if (!isFree) return
  throw new StartRefused(
    'DATABASE_ADMIN_URL and DATABASE_URL open different databases: they have to be two logins of the same one.',
  )
}

async function loginName(db: Kysely<unknown>): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_user as name`.execute(db)
  return rows[0]?.name ?? ''
}

/** The tables of the schema; refuses to start if the runtime login owns one. */
async function tablesToGrant(tx: Transaction<unknown>, admin: string, runtime: string) {
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
    const rights = restrictedGrants[name] ?? 'insert, update, delete'
    if (rights) await sql`grant ${sql.raw(rights)} on ${sql.id(first.schema, name)} to ${to}`.execute(tx)
  }
  await sql`grant usage, select on all sequences in schema ${schema} to ${to}`.execute(tx)
  await sql`grant execute on all functions in schema ${schema} to ${to}`.execute(tx)
}
