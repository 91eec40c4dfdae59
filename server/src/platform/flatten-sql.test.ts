import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '../../test/test-database'
import { flattenSql } from './flatten-sql'

const { db } = await testDatabase()

test.each([
  [
    'parameters, each at its place',
    sql`${'a'}::text || ${sql.join([sql`${'b'}::text`, sql`${'c'}::text`], sql` || `)}`,
    'abc',
  ],
  ['lists', sql`array_to_string(${['x', 'y']}::text[], ${'-'})`, 'x-y'],
  ['no parameter', sql`upper('z')`, 'Z'],
  ['text that looks like a parameter', sql`'costs $1' || ${' each'}::text`, 'costs $1 each'],
])('a part that is put together says the same, behind another parameter: %s', async (_, part, wanted) => {
  for (const written of [part, flattenSql(db, part)]) {
    const { rows } = await sql<{ said: string }>`select ${'before'}::text || ' ' || (${written}) as said`.execute(db)
    expect(rows[0]?.said).toBe(`before ${wanted}`)
  }
})
