import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '../../test/test-database'
import { memberSnapshot } from '../people/members/member-snapshot'
import { organizationSnapshot } from '../people/organizations/organization-snapshot'
import type { Snapshot } from './snapshots'

const { db } = await testDatabase()

const columnsOf = async (table: string) => {
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER'`.execute(db)
  return rows.map(({ name }) => name).sort()
}

// A column that is missing here would be lost by the undo of a change set that removed the row.
test.each([memberSnapshot, organizationSnapshot] as readonly Snapshot[])(
  'every column of $table is kept with a row that goes away, and written again with it',
  async ({ table, columns }) => {
    expect([...columns].sort()).toEqual(await columnsOf(table))
  },
)
