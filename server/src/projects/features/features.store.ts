import type { ListQuery } from '@lintel/contract/jsonapi/query'
import type { Feature, features } from '@lintel/contract/projects/features'
import { sql } from 'kysely'
import type { Database } from '../../platform/database'
import { type ListPage, type Ordering, page } from '../../platform/paging'

/** Features belong to the platform: they are the same for everybody and change only with its releases. */
const all = (db: Database) =>
  db.selectFrom('feature').select(['id', 'name', 'description', 'position', sql<number>`1`.as('version')])

const ordering: Ordering = {
  columns: { name: sql.ref('name'), position: sql.ref('position') },
  id: sql.ref('id'),
  order: [{ field: 'position', descending: false }],
}

export const find = (db: Database, id: string): Promise<Feature | undefined> =>
  all(db).where('id', '=', id).executeTakeFirst()

export const findByIds = (db: Database, ids: readonly string[]): Promise<Feature[]> =>
  all(db)
    .where('id', '=', sql<string>`any(${[...ids]}::text[])`)
    .execute()

export const list = (db: Database, query: ListQuery<typeof features>): Promise<ListPage<Feature>> =>
  page(all(db), query, ordering)

/** The ids that are no feature. */
export async function unknownFeatures(db: Database, ids: readonly string[]): Promise<string[]> {
  const known = new Set((await findByIds(db, ids)).map(({ id }) => id))
  return ids.filter((id) => !known.has(id))
}
