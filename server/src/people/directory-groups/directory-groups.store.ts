import type { ListQuery } from '@lintel/contract/jsonapi/query'
import type { DirectoryGroup, directoryGroups } from '@lintel/contract/people/directory-groups'
import type { Actor, Person } from '@lintel/contract/people/permissions'
import { sql } from 'kysely'
import { readableCustomers } from '../../customers/customers/customer-rights.store'
import { selectFields } from '../../platform/columns'
import type { Database } from '../../platform/database'
import { type ListPage, type Ordering, page } from '../../platform/paging'
import { anyOf, isUuid, uuidOrNil } from '../../platform/rows'
import { containsWords } from '../../platform/search'
import { directoryGroupColumns } from './directory-group-columns'

/** Groups of customers that the actor administers or may read. */
const visible = (db: Database, actor: Actor) =>
  db
    .selectFrom('directory_group')
    .where((where) => readableCustomers(where, actor, 'directory_group.customer_id'))
    .select([
      'directory_group.id',
      'directory_group.version',
      ...selectFields(directoryGroupColumns, 'directory_group'),
      sql<DirectoryGroup['source']>`directory_group.source`.as('source'),
      sql<number>`(select count(*)::int from directory_group_member as member where member.group_id = directory_group.id)`.as(
        'numMembers',
      ),
    ])

const ordering: Ordering = {
  columns: { name: sql.ref('directory_group.name'), createdAt: sql.ref('directory_group.created_at') },
  id: sql.ref('directory_group.id'),
  order: [{ field: 'name', descending: false }],
}

export const find = async (db: Database, actor: Person, id: string): Promise<DirectoryGroup | undefined> =>
  isUuid(id) ? visible(db, actor).where('directory_group.id', '=', id).executeTakeFirst() : undefined

export const findVisibleByIds = (db: Database, actor: Person, ids: readonly string[]): Promise<DirectoryGroup[]> =>
  visible(db, actor).where('directory_group.id', '=', anyOf(ids)).execute()

export function listVisible(
  db: Database,
  actor: Person,
  query: ListQuery<typeof directoryGroups>,
): Promise<ListPage<DirectoryGroup>> {
  const { customer, q } = query.filters
  let select = visible(db, actor)
  if (customer !== undefined) select = select.where('directory_group.customer_id', '=', uuidOrNil(customer))
  if (q) select = select.where(containsWords(q, 'directory_group.name'))
  return page(select, query, ordering)
}
