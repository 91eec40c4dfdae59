import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { emptyDatabase, testDatabase } from '../../test/test-database'
import { closeDatabase, openDatabase } from './database'
import { alwaysReplan, PreparedStatements } from './prepared-statements'

test('a statement is named when it comes again, and keeps its name', () => {
  const statements = new PreparedStatements()
  expect(statements.nameOf('select $1')).toBeUndefined()
  const name = statements.nameOf('select $1')
  expect(name).toBeDefined()
  expect(statements.nameOf('select $1')).toBe(name)
  statements.nameOf('select $2')
  expect(statements.nameOf('select $2')).not.toBe(name)
})

test('a statement that is planned anew is never named, and keeps no place of those that are', () => {
  const statements = new PreparedStatements()
  for (const statement of [`\n${alwaysReplan} select $1`, `select ${alwaysReplan} $1`])
    for (let time = 0; time < 3; time++) expect(statements.nameOf(statement)).toBeUndefined()
})

test('at most two hundred statements are kept, and those keep their names', () => {
  const statements = new PreparedStatements()
  const twice = (text: string) => [statements.nameOf(text), statements.nameOf(text)][1]
  const names = Array.from({ length: 300 }, (_, number) => twice(`select ${number}`))
  expect(new Set(names.slice(0, 200)).size).toBe(200)
  expect(new Set(names.slice(200))).toEqual(new Set([undefined]))
  expect(statements.nameOf('select 7')).toBe(names[7])
})

test('the database keeps what is asked again prepared, with the same answers', async () => {
  const { db } = await testDatabase()
  const people = (email: string) => db.selectFrom('app_user').select('email').where('email', '=', email).execute()
  for (let time = 0; time < 8; time++) {
    expect(await people('mei@nordbygg.example')).toEqual([{ email: 'mei@nordbygg.example' }])
    expect(await people('nobody@nordbygg.example')).toEqual([])
  }
  const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(db)
  expect(rows.filter(({ statement }) => statement.includes('from "app_user"'))).toHaveLength(1)
})

test('a table that changed its form under a prepared statement is read rightly again after one failure', async () => {
  const db = openDatabase({ url: await emptyDatabase(), max: 1 })
  const read = () => sql`select * from thing where id = ${1}`.execute(db).then(({ rows }) => rows)
  await sql`create table thing as select 1 as id`.execute(db)
  for (let time = 0; time < 3; time++) expect(await read()).toEqual([{ id: 1 }])
  await sql`alter table thing add column name text`.execute(db)
  await expect(read()).rejects.toMatchObject({ code: '0A000' })
  expect(await read()).toEqual([{ id: 1, name: null }])
  await closeDatabase(db)
})
