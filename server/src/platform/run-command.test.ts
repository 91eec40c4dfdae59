import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { beforeEach, expect, test, vi } from 'vitest'
import { onCleanup } from '../../test/on-cleanup'
import { emptyDatabase } from '../../test/test-database'
import type { Platform } from './context'
import { closeDatabase, openDatabase } from './database'
import { runCommand } from './run-command'
import { StartRefused } from './start-refused'

const url = await emptyDatabase()
const db = openDatabase({ url })
onCleanup(() => closeDatabase(db))

const printed: string[] = []
const failed: string[] = []
beforeEach(() => {
  const { exitCode } = process
  vi.stubEnv('DATABASE_URL', url)
  for (const [stream, texts] of [[process.stdout, printed] as const, [process.stderr, failed] as const]) {
    texts.length = 0
    vi.spyOn(stream, 'write').mockImplementation((text) => texts.push(String(text)) > 0)
  }
  return () => {
    vi.restoreAllMocks()
    vi.unstubAllEnvs()
    process.exitCode = exitCode
  }
})

const statementTimeout = async ({ db }: Platform) =>
  (await sql<{ timeout: string }>`select current_setting('statement_timeout') as timeout`.execute(db)).rows[0]?.timeout

test.each([
  ['admin-create', [], {}, 'Usage: npm run admin:create -- --email person@example.com\n'],
  ['demo-load', ['--users', 'many'], {}, /^Usage: npm run demo:load/],
  ['demo-load', [], { LINTEL_ENVIRONMENT: 'deploy' }, /^The demo is not loaded into a database of deploy: /],
  ['keys-rotate', ['--lost'], {}, /Unknown option '--lost'/],
] as const)('%s %j %j is refused, and the database is left as it is', async (name, given, environment, refusal) => {
  const script = fileURLToPath(new URL(`../commands/${name}.ts`, import.meta.url))
  const child = spawn(process.execPath, ['--import', 'tsx', script, ...given], {
    env: { ...process.env, ...environment, DATABASE_URL: url },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => (said += bytes))
  expect(await new Promise((resolve) => child.on('close', resolve))).toBe(1)
  expect(said).toMatch(refusal)
  const { rows } = await sql`select to_regclass('schema_migration') as migrated`.execute(db)
  expect(rows).toEqual([{ migrated: null }])
})

test('a command has the platform until it ends, and prints for the operator', async () => {
  let platform: Platform | undefined
  await runCommand(async ({ configuration, print, open }) => {
    const opened = await open()
    platform = opened.platform
    expect(opened.url).toBe(configuration.databaseUrl)
    expect(await statementTimeout(platform)).not.toBe('0')
    print('Done.')
  })
  expect({ printed, failed, code: process.exitCode }).toEqual({ printed: ['Done.\n'], failed: [], code: undefined })
  if (!platform) throw new Error('The platform was not opened')
  await expect(statementTimeout(platform)).rejects.toThrow('driver has already been destroyed')
})

test('the statements of a long command may take any time', async () => {
  await runCommand(async ({ print, open }) =>
    print(`${await statementTimeout((await open({ isLong: true })).platform)}`),
  )
  expect(printed).toEqual(['0\n'])
})

test('a command that fails closes the platform, says why and ends with code 1', async () => {
  let platform: Platform | undefined
  await runCommand(async ({ open }) => {
    platform = (await open()).platform
    await statementTimeout(platform)
    throw new StartRefused('There is nothing to do.')
  })
  expect({ printed, failed, code: process.exitCode }).toEqual({
    printed: [],
    failed: ['There is nothing to do.\n'],
    code: 1,
  })
  if (!platform) throw new Error('The platform was not opened')
  await expect(statementTimeout(platform)).rejects.toThrow('driver has already been destroyed')
})

test('of a fault that nobody foresaw, the stack is printed', async () => {
  await runCommand(() => Promise.reject(new TypeError('no')))
  expect(failed.join('')).toMatch(/^TypeError: no\n {4}at .*run-command\.test\.ts/)
  expect(process.exitCode).toBe(1)
})
