import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '../../test/test-database'

const { db } = await testDatabase()

/**
 * Foreign keys to projects with an action on delete, each with the indexes that support it: those that begin with
 * columns of the key, including the project, and exclude only rows without one.
 */
const keysToProjects = async () => {
  const { rows } = await sql<{ key: string; indexes: string[] }>`
    select key.conrelid::regclass::text || ' ' || key.conname as key, array(
      select index.indexrelid::regclass::text from pg_index as index
      join pg_attribute as own on own.attrelid = key.conrelid
        and own.attnum = key.conkey[array_position(key.confkey, parent.attnum)]
      cross join lateral (select array_position(string_to_array(index.indkey::text, ' ')::smallint[], own.attnum) as place) as found
      where index.indrelid = key.conrelid and index.indisvalid
        and (string_to_array(index.indkey::text, ' ')::smallint[])[:found.place] <@ key.conkey
        and coalesce(pg_get_expr(index.indpred, index.indrelid) = format('(%I IS NOT NULL)', own.attname), true)
    ) as indexes
    from pg_constraint as key
    join pg_attribute as parent on parent.attrelid = key.confrelid and parent.attname = 'id'
    where key.contype = 'f' and key.confrelid = 'project'::regclass and key.confdeltype in ('c', 'n', 'd')
    order by 1`.execute(db)
  return rows
}

// Without one, purging a project scans the whole table.
test('what goes or changes with a project is found by an index', async () => {
  const keys = await keysToProjects()
  expect(keys.length).toBeGreaterThan(20)
  expect(keys.filter(({ indexes }) => indexes.length === 0)).toEqual([])
})
