import { randomBytes } from 'node:crypto'
import { organizations } from '@lintel/contract/people/organizations'
import { sql } from 'kysely'
import pg from 'pg'
import { pino } from 'pino'
import { expect, inject, test } from 'vitest'
import { demoPassword } from '../../demo/credentials'
import { customerId } from '../../demo/customers'
import { loadDemoWorld } from '../../demo/load-demo-world'
import { browser } from '../../test/browser'
import { onCleanup } from '../../test/on-cleanup'
import { emptyDatabase } from '../../test/test-database'
import { testSecrets } from '../../test/test-secrets'
import { worldOn } from '../../test/world'
import { retainAudit } from './audit/retention'
import { readConfiguration } from './configuration'
import { closeDatabase, openDatabase } from './database'
import { openPlatform } from './open-platform'

async function onServer(statement: string) {
  const client = new pg.Client({ connectionString: inject('testServer').adminUrl })
  await client.connect()
  return client.query(statement).finally(() => client.end())
}

const { rows } = await onServer('select rolsuper or rolcreaterole as may from pg_roles where rolname = current_user')
/** An external test server may allow creating databases but no logins. */
const mayMakeLogins = rows[0]?.may === true

/** A login without tables, dropped with the test. */
async function newLogin(): Promise<{ name: string; password: string }> {
  const login = { name: `lintel_test_${randomBytes(6).toString('hex')}`, password: randomBytes(12).toString('hex') }
  await onServer(`create role ${login.name} login password '${login.password}'`)
  onCleanup(() => onServer(`drop role ${login.name}`))
  return login
}

/** The same database with another login. */
function enteredBy({ name, password }: { name: string; password: string }, url: string): string {
  const address = new URL(url)
  Object.assign(address, { username: name, password })
  return address.href
}

test.runIf(mayMakeLogins)(
  'J2: of two logins the one that serves requests does the product’s work and cannot touch what was audited',
  async () => {
    // Registered before the database, so that it is dropped after it.
    const login = await newLogin()
    const adminUrl = await emptyDatabase()
    const url = enteredBy(login, adminUrl)
    const configuration = readConfiguration({ DATABASE_URL: url, DATABASE_ADMIN_URL: adminUrl, LOG_LEVEL: 'silent' })
    const start = async () => {
      const { platform, close } = await openPlatform({
        configuration,
        log: pino({ level: 'silent' }),
        print: () => undefined,
      })
      onCleanup(close)
      return platform
    }
    const { db } = await start()

    // The demo world writes every table; a person signs in, changes and removes something.
    await loadDemoWorld(db, { secrets: testSecrets() })
    const { app, as, platform } = await worldOn(db, { databaseAdminUrl: adminUrl })
    const signedIn = await browser(app).post('/auth/v1/login', {
      username: 'anna@nordbygg.example',
      password: demoPassword,
    })
    expect(signedIn.statusCode).toBe(200)
    const { id } = await as('anna').post(organizations, { name: 'Two Keys Bygg', customer: customerId('nordbygg') })
    await as('anna').patch(organizations, id, { name: 'Two Locks Bygg' })
    await as('anna').remove(organizations, id)

    const asRetentionDoes = (statement: string) =>
      db.transaction().execute(async (tx) => {
        await sql`select set_config('lintel.retention', 'on', true)`.execute(tx)
        await sql.raw(statement).execute(tx)
      })
    for (const statement of [
      `update audit_event set reason = 'autumn'`,
      'delete from audit_event',
      'truncate audit_event',
      'alter table audit_event disable trigger all',
      `insert into audit_cut values (gen_random_uuid(), 1, '\\x', now())`,
      'delete from audit_chain',
      'delete from schema_checksum',
      'create table mine (id int)',
    ]) {
      await expect(asRetentionDoes(statement), statement).rejects.toThrow(/permission denied|must be owner/)
    }

    // Retention still works, with the admin login.
    const events = async () =>
      (await db.selectFrom('audit_event').select('action').execute()).map(({ action }) => action)
    expect(await events()).toContain('session.login')
    await retainAudit({ ...platform, clock: () => Date.now() + 500 * 86_400_000 })
    expect(await events()).toContain('audit.retain')

    // A further start with everything migrated has the same rights; those granted manually are revoked.
    const owner = openDatabase({ url: adminUrl })
    await sql.raw(`grant all on all tables in schema public to ${login.name}`).execute(owner)
    await closeDatabase(owner)
    await start()
    await expect(asRetentionDoes('delete from audit_event')).rejects.toThrow('permission denied')
  },
)

test.runIf(mayMakeLogins)(
  'J2: two logins of which the first owns the tables are refused in a plain sentence',
  async () => {
    const login = await newLogin()
    const url = await emptyDatabase()
    const start = (settings: Record<string, string>) =>
      openPlatform({
        configuration: readConfiguration({ ...settings, LOG_LEVEL: 'silent' }),
        log: pino({ level: 'silent' }),
        print: () => undefined,
      })
    await (await start({ DATABASE_URL: url })).close()
    // The new owner of the schema may connect to the database and nothing else.
    const owner = openDatabase({ url })
    await sql.raw(`grant usage, create on schema public to ${login.name}`).execute(owner)
    await sql.raw(`grant select on all tables in schema public to ${login.name}`).execute(owner)
    await closeDatabase(owner)
    await expect(start({ DATABASE_URL: url, DATABASE_ADMIN_URL: enteredBy(login, url) })).rejects.toThrow(
      /^The tables of the database belong to the login of DATABASE_URL \(.+\), .* REASSIGN OWNED BY ".+" TO ".+"\.$/,
    )
  },
)
