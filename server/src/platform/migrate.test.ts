import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { emptyDatabase, testDatabase } from '../../test/test-database'
import { closeDatabase, openDatabase } from './database'
import { migrateDatabase, schemaDifference } from './migrate'
import { withMigrationDatabase } from './migration-database'

const root = mkdtempSync(join(tmpdir(), 'lintel-migrations-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

let directory = ''
let url = ''
beforeEach(async () => {
  directory = mkdtempSync(join(root, 'migrations-'))
  url = await emptyDatabase()
  write('001_houses', 'create table house (id int primary key); create table door (house int references house);')
})

const write = (name: string, text: string) => writeFileSync(join(directory, `${name}.sql`), text)

async function ask<T>(statement: string): Promise<T[]> {
  const db = openDatabase({ url })
  try {
    return (await sql.raw<T>(statement).execute(db)).rows
  } finally {
    await closeDatabase(db)
  }
}

test('migrations run once, in the order of their numbers', async () => {
  write('002_rooms', 'create table room (id int); insert into room values (1);')
  expect(await migrateDatabase({ url, directory })).toEqual(['001_houses', '002_rooms'])
  expect(await migrateDatabase({ url, directory })).toEqual([])
  write('003_more_rooms', 'insert into room values (2);')
  expect(await migrateDatabase({ url, directory })).toEqual(['003_more_rooms'])
  expect(await ask('select id from room order by id')).toEqual([{ id: 1 }, { id: 2 }])
})

test('K6: servers that start together all come up, and the migrations ran once', async () => {
  write('002_slow', 'select pg_sleep(0.3); create table slow (id int); insert into slow values (1);')
  const ran = await Promise.all([1, 2, 3].map(() => migrateDatabase({ url, directory })))
  expect(ran.flat().sort()).toEqual(['001_houses', '002_slow'])
  expect(await ask('select id from slow')).toEqual([{ id: 1 }])
})

test('K6: a migration that was killed half-way leaves nothing, and the next start completes it', async () => {
  write('002_long', 'create table half (id int); select pg_sleep(20); create table whole (id int);')
  const killed = migrateDatabase({ url, directory })
  const refused = expect(killed).rejects.toThrow(/connection/i)
  const running = `select pid from pg_stat_activity where query like '%pg_sleep(20)%' and datname = current_database() and pid <> pg_backend_pid()`
  await expect.poll(() => ask(running)).toHaveLength(1)
  await ask(`select pg_terminate_backend(pid) from (${running}) as sleeping`)
  await refused
  expect(await ask(`select to_regclass('half') as half, to_regclass('house') as house`)).toEqual([
    { half: null, house: null },
  ])

  write('002_long', 'create table half (id int); create table whole (id int);')
  expect(await migrateDatabase({ url, directory })).toEqual(['001_houses', '002_long'])
  expect(await ask(`select to_regclass('whole') is not null as whole`)).toEqual([{ whole: true }])
})

test('a migration may take longer than the login allows its statements, and idle for a minute', async () => {
  const names = `'statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'`
  await ask(`do $$ declare name text; begin
    foreach name in array array[${names}] loop
      execute format('alter database %I set %I = ''10s''', current_database(), name);
    end loop; end $$`)
  const limits = `select name, setting from pg_settings where name in (${names}) order by name`
  const ofLogin = await withMigrationDatabase(url, (db) => sql.raw<{ setting: string }>(limits).execute(db))
  expect(ofLogin.rows.map(({ setting }) => setting)).toEqual(['10000', '10000', '10000'])
  write('002_limits', `create table limit_then as ${limits};`)
  await migrateDatabase({ url, directory })
  expect(await ask('select name, setting from limit_then order by name')).toEqual([
    { name: 'idle_in_transaction_session_timeout', setting: '60000' },
    { name: 'lock_timeout', setting: '0' },
    { name: 'statement_timeout', setting: '0' },
  ])
})

test('K6: a database that a newer server has migrated is refused in plain words', async () => {
  write('002_future', 'create table future (id int);')
  await migrateDatabase({ url, directory })
  const older = join(directory, 'older')
  mkdirSync(older)
  writeFileSync(
    join(older, '001_houses.sql'),
    'create table house (id int primary key); create table door (house int references house);',
  )
  await expect(migrateDatabase({ url, directory: older })).rejects.toThrow(
    'The database was brought to 002_future by a newer Lintel than this one, which ends at 001_houses: start the newer one.',
  )
})

test('a migration that fails says its name, and what ran before it in the same start is undone, too', async () => {
  write('002_wrong', 'create table right_so_far (id int); create table wrong (id nonsense);')
  await expect(migrateDatabase({ url, directory })).rejects.toThrow(/002_wrong failed and changed nothing: .*nonsense/)
  expect(await ask(`select to_regclass('right_so_far') as table, to_regclass('house') as house`)).toEqual([
    { table: null, house: null },
  ])
})

test('a migration that was edited after it had run is refused', async () => {
  await migrateDatabase({ url, directory })
  write('001_houses', 'create table house (id bigint primary key);')
  await expect(migrateDatabase({ url, directory })).rejects.toThrow(/001_houses was edited after it had run/)
})

test('a migration whose number comes before one that has run is refused', async () => {
  write('003_rooms', 'create table room (id int);')
  await migrateDatabase({ url, directory })
  write('002_between', 'create table between_them (id int);')
  await expect(migrateDatabase({ url, directory })).rejects.toThrow(
    'The migration 002_between comes too late, after 003_rooms: give it a higher number.',
  )
  expect(await ask(`select to_regclass('between_them') as table`)).toEqual([{ table: null }])
})

test('other line ends are not an edit', async () => {
  write('002_lines', 'create table a (id int);\ncreate table b (id int);\n')
  await migrateDatabase({ url, directory })
  write('002_lines', 'create table a (id int);\r\ncreate table b (id int);\r\n')
  expect(await migrateDatabase({ url, directory })).toEqual([])
})

test('a file that is misnamed, or a number that stands twice, is refused', async () => {
  write('001_again', 'select 1;')
  await expect(migrateDatabase({ url, directory })).rejects.toThrow('Two migrations have the number 001.')
  rmSync(join(directory, '001_again.sql'))
  write('rooms', 'select 1;')
  await expect(migrateDatabase({ url, directory })).rejects.toThrow('rooms.sql is not named NNN_words.sql')
})

test('what is pending is known by name until it has run, and what a newer version ran as well', async () => {
  const db = openDatabase({ url })
  expect(await schemaDifference(db, directory)).toEqual({ pending: ['001_houses'], newer: [] })
  await migrateDatabase({ url, directory })
  expect(await schemaDifference(db, directory)).toEqual({ pending: [], newer: [] })
  write('002_rooms', 'select 1;')
  expect(await schemaDifference(db, directory)).toEqual({ pending: ['002_rooms'], newer: [] })
  await migrateDatabase({ url, directory })
  rmSync(join(directory, '002_rooms.sql'))
  expect(await schemaDifference(db, directory)).toEqual({ pending: [], newer: ['002_rooms'] })
  await closeDatabase(db)
})

test('the schema of the product is current in every test database', async () => {
  const { db } = await testDatabase()
  expect(await schemaDifference(db)).toEqual({ pending: [], newer: [] })
})
