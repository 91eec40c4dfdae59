import type { ListQuery } from '@lintel/contract/jsonapi/query'
import type {
  DirectoryGroupAccess,
  DirectoryGroupAccessDraft,
  directoryGroupAccess,
} from '@lintel/contract/people/directory-group-access'
import type { Person } from '@lintel/contract/people/permissions'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { readableCustomers } from '../../customers/customers/customer-rights.store'
import { instantOf } from '../../platform/clock'
import { selectFields } from '../../platform/columns'
import type { Change } from '../../platform/context'
import type { Database, Transaction } from '../../platform/database'
import { type ListPage, type Ordering, page } from '../../platform/paging'
import { anyOf, assertChanged, assertRemoved, isUuid, uuidOrNil } from '../../platform/rows'
import { isOpenTo } from '../../projects/projects/project-rights.store'
import { directoryGroupAccessColumns } from './directory-group-columns'

/** The access of groups in non-deleted projects that the session's login method opens, at customers that the actor may read. */
const visible = (db: Database, actor: Person) =>
  db
    .selectFrom('directory_group_access as access')
    .innerJoin('project', 'project.id', 'access.project_id')
    .where((where) => readableCustomers(where, actor, 'access.customer_id'))
    .where('project.is_inactive', '=', false)
    .where(isOpenTo(actor))
    .select([
      'access.id',
      'access.version',
      ...selectFields(directoryGroupAccessColumns, 'access'),
      sql<DirectoryGroupAccess['privilegeLevel']>`access.level`.as('privilegeLevel'),
    ])

const ordering: Ordering = {
  columns: { createdAt: sql.ref('access.created_at') },
  id: sql.ref('access.id'),
  order: [{ field: 'createdAt', descending: false }],
}

export const find = async (db: Database, actor: Person, id: string): Promise<DirectoryGroupAccess | undefined> =>
  isUuid(id) ? visible(db, actor).where('access.id', '=', id).executeTakeFirst() : undefined

export const findVisibleByIds = (
  db: Database,
  actor: Person,
  ids: readonly string[],
): Promise<DirectoryGroupAccess[]> => visible(db, actor).where('access.id', '=', anyOf(ids)).execute()

export function listVisible(
  db: Database,
  actor: Person,
  query: ListQuery<typeof directoryGroupAccess>,
): Promise<ListPage<DirectoryGroupAccess>> {
  const { customer, group, project } = query.filters
  let select = visible(db, actor)
  if (customer !== undefined) select = select.where('access.customer_id', '=', uuidOrNil(customer))
  if (group !== undefined) select = select.where('access.group_id', '=', uuidOrNil(group))
  if (project !== undefined) select = select.where('access.project_id', '=', uuidOrNil(project))
  return page(select, query, ordering)
}

/** The relationship of the draft that does not belong to the customer or is not visible to the actor. */
export async function findUnknownReference(
  db: Database,
  actor: Person,
  { customer, group, project }: DirectoryGroupAccessDraft,
): Promise<'group' | 'project' | undefined> {
  const { rows } = await sql<{ group: boolean; project: boolean }>`
    select exists (select from directory_group
        where id = ${uuidOrNil(group)} and customer_id = ${uuidOrNil(customer)}) as group,
      exists (select from project
        where project.id = ${uuidOrNil(project)} and project.customer_id = ${uuidOrNil(customer)}
          and not project.is_inactive and ${isOpenTo(actor)}) as project`.execute(db)
  const [known] = rows
  if (!known?.group) return 'group'
  return known.project ? undefined : 'project'
}

export async function add(
  { db, actor, now }: Change<Person>,
  { customer, group, project, privilegeLevel }: DirectoryGroupAccessDraft,
): Promise<string> {
  const id = uuidv7()
  await db
    .insertInto('directory_group_access')
    .values({
      id,
      customer_id: uuidOrNil(customer),
      group_id: uuidOrNil(group),
      project_id: uuidOrNil(project),
      level: privilegeLevel,
      created_at: instantOf(now),
      created_by: actor.id,
      updated_at: instantOf(now),
    })
    .execute()
  return id
}

export async function change(
  { db, now }: Change<Person>,
  { id, version }: DirectoryGroupAccess,
  level: DirectoryGroupAccess['privilegeLevel'],
): Promise<void> {
  assertChanged(
    await db
      .updateTable('directory_group_access')
      .set({ level, updated_at: instantOf(now), version: version + 1 })
      .where('id', '=', id)
      .where('version', '=', version)
      .executeTakeFirstOrThrow(),
  )
}

export async function remove(db: Transaction, { id, version }: DirectoryGroupAccess): Promise<void> {
  const statement = db.deleteFrom('directory_group_access').where('id', '=', id).where('version', '=', version)
  assertRemoved(await statement.executeTakeFirstOrThrow())
}
