import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { hasDemoWorld } from '../demo/load-demo-world'
import { onCleanup } from '../test/on-cleanup'
import { emptyDatabase, testDatabase } from '../test/test-database'
import { testSecretKey } from '../test/test-secrets'
import { createStaff } from './identity/staff/create-staff'
import { readConfiguration } from './platform/configuration'
import { openPlatform } from './platform/open-platform'
import { prepareDemoWorld, refuseDemoWorld } from './prepare-demo-world'

const empty = await emptyDatabase()
const { url: inhabited } = await testDatabase()

/** The platform on this database, and what a start does and prints about the demo world there. */
async function opened(url: string, environment: string) {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'lintel-demo-'))
  const said: string[] = []
  const configuration = readConfiguration({
    DATABASE_URL: url,
    DATA_DIR: dataDirectory,
    SECRET_KEY: testSecretKey,
    PUBLIC_URL: 'https://projects.example.com',
    LINTEL_ENVIRONMENT: environment,
    LOG_LEVEL: 'silent',
  })
  const log = pino({ level: 'silent' })
  onCleanup(() => rmSync(dataDirectory, { recursive: true }))
  const { platform, close } = await openPlatform({
    configuration,
    log,
    print: () => undefined,
    beforeMigration: refuseDemoWorld(configuration),
  })
  onCleanup(close)
  return { platform, said, settle: () => prepareDemoWorld(platform, url, (sentence) => said.push(sentence)) }
}

test.each(['production', 'onpremise', 'deploy'])(
  'J5: %s, where real people work, does not start over the demo world, and does not load it',
  async (environment) => {
    await expect(opened(inhabited, environment)).rejects.toMatchObject({
      name: 'StartRefused',
      message: `The database holds the demo organisation, which ${environment} does not serve: use another database.`,
    })
    const { platform, settle } = await opened(empty, environment)
    await settle()
    expect(await hasDemoWorld(platform.db)).toBe(false)
  },
)

test('J5: that is refused before the database is migrated, which has no way back', async () => {
  const { db, url } = await testDatabase()
  // What a migration would refuse first.
  await db
    .updateTable('schema_checksum' as never)
    .set({ checksum: 'edited' } as never)
    .execute()
  await expect(opened(url, 'development')).rejects.toThrow(/migration/i)
  await expect(opened(url, 'onpremise')).rejects.toThrow('The database holds the demo organisation')
})

test.each(['development', 'staging'])('%s starts over the demo world, and does not load it', async (environment) => {
  await (await opened(inhabited, environment)).settle()
  const { platform, settle } = await opened(empty, environment)
  await settle()
  expect(await hasDemoWorld(platform.db)).toBe(false)
})

test('J5: a database that has people gets no demo person by a start without LINTEL_ENVIRONMENT', async () => {
  const { platform, said, settle } = await opened(await emptyDatabase(), 'local')
  await createStaff(platform, 'operator@builder.example')
  await settle()
  const people = await platform.db.selectFrom('app_user').select('email').execute()
  expect(people).toEqual([{ email: 'operator@builder.example' }])
  expect(said).toEqual(['The demo organisation is not loaded: the database has people or customers of its own.'])
})

test('J5: nor does one that has a customer without people', async () => {
  const { platform, settle } = await opened(empty, 'local')
  const { db } = platform
  const id = '01890000-0000-7000-8000-000000000001'
  await db.insertInto('customer').values({ id, name: 'A builder', time_zone: 'Europe/Oslo' }).execute()
  await settle()
  expect(await hasDemoWorld(db)).toBe(false)
  await db.deleteFrom('customer').where('id', '=', id).execute()
})

test('the demo world is loaded into an empty database of the local environment, once', async () => {
  const { platform, said, settle } = await opened(empty, 'local')
  await settle()
  await settle()
  expect(await hasDemoWorld(platform.db)).toBe(true)
  expect(said).toEqual([expect.stringMatching(/^The demo organisation is loaded \(\d+ ms\)\.$/)])
})
