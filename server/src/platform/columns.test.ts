import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '../../test/test-database'
import type { TableColumns } from './columns'

const { db } = await testDatabase()
const server = join(import.meta.dirname, '..')
const files = readdirSync(server, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('-columns.ts'))
const modules = await Promise.all(
  files.map((name) => import(join(server, name)) as Promise<Record<string, TableColumns>>),
)
const declared = modules.flatMap((module, at) =>
  Object.values(module).map((columns) => ({ ...columns, file: `server/src/${files[at]}` })),
)

const storedColumns = async (table: string) => {
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER'`.execute(db)
  return rows.map(({ name }) => name).sort()
}

test('the nouns that declare the columns of their tables are found', () => {
  expect(declared.map(({ table }) => table)).toEqual(expect.arrayContaining(['project_member', 'user_organization']))
})

// A missing column would not be selected, and lost when a change set that removed the row is undone.
test.each(declared)('every column of $table stands once in $file', async ({ table, all }) => {
  expect([...all].sort()).toEqual(await storedColumns(table))
})
