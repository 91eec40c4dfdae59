import { sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { testDatabase } from '../../test/test-database'
import { conflictOf } from './conflicts'

const { db } = await testDatabase()

test('a record whose project moves to another customer meanwhile conflicts with that, whatever its table', async () => {
  const { rows } = await sql<{ constraint: string }>`
    select distinct conname as constraint from pg_constraint
    where contype = 'f' and confrelid = 'project'::regclass and cardinality(conkey) = 2`.execute(db)
  expect(rows.length).toBeGreaterThan(15)
  for (const { constraint } of rows) {
    const violation = Object.assign(new pg.DatabaseError('', 0, 'error'), { code: '23503', constraint })
    expect(conflictOf(violation)?.objects, constraint).toMatchObject([
      { code: 'conflict', source: { pointer: '/data/relationships/project' } },
    ])
  }
})
