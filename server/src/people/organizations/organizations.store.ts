import type { ListQuery } from '@lintel/contract/jsonapi/query'
import type { Patch } from '@lintel/contract/jsonapi/resource'
import type { Organization, OrganizationDraft, organizations } from '@lintel/contract/people/organizations'
import type { Actor, Person } from '@lintel/contract/people/permissions'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { readableCustomers } from '../../customers/customers/customer-rights.store'
import { instantOf } from '../../platform/clock'
import { columnValues, selectFields } from '../../platform/columns'
import type { Change } from '../../platform/context'
import type { Database } from '../../platform/database'
import { type ListPage, type Ordering, page } from '../../platform/paging'
import { anyOf, assertChanged, assertRemoved, isUuid, uuidOrNil } from '../../platform/rows'
import { containsWords } from '../../platform/search'
import { organizationColumns } from './organization-columns'

/** Organizations of the customers that the actor administers or reads for. */
const visible = (db: Database, actor: Actor) =>
  db
    .selectFrom('user_organization as organization')
    .where((where) => readableCustomers(where, actor, 'organization.customer_id'))
    .select(['organization.id', 'organization.version', ...selectFields(organizationColumns, 'organization')])

const ordering: Ordering = {
  columns: {
    name: sql.ref('organization.name'),
    number: sql`coalesce(organization.number, '')`,
    country: sql`coalesce(organization.country, '')`,
    createdAt: sql.ref('organization.created_at'),
  },
  id: sql.ref('organization.id'),
  order: [{ field: 'name', descending: false }],
}

export const find = async (db: Database, actor: Person, id: string): Promise<Organization | undefined> =>
  isUuid(id) ? visible(db, actor).where('organization.id', '=', id).executeTakeFirst() : undefined

export const findVisibleByIds = (db: Database, actor: Person, ids: readonly string[]): Promise<Organization[]> =>
  visible(db, actor).where('organization.id', '=', anyOf(ids)).execute()

export function listVisible(
  db: Database,
  actor: Person,
  query: ListQuery<typeof organizations>,
): Promise<ListPage<Organization>> {
  const { customer, q } = query.filters
  let select = visible(db, actor)
  if (customer !== undefined) select = select.where('organization.customer_id', '=', uuidOrNil(customer))
  if (q) select = select.where(containsWords(q, 'organization.name'))
  return page(select, query, ordering)
}

export async function add({ db, now }: Change<Person>, draft: OrganizationDraft): Promise<string> {
  const id = uuidv7()
  await db
    .insertInto('user_organization')
    .values({
      ...columnValues(organizationColumns, draft),
      id,
      customer_id: uuidOrNil(draft.customer),
      created_at: instantOf(now),
      updated_at: instantOf(now),
    })
    .execute()
  return id
}

export async function change(
  { db, now }: Change<Person>,
  { id, version }: Organization,
  patch: Patch<typeof organizations>,
): Promise<void> {
  assertChanged(
    await db
      .updateTable('user_organization')
      .set({ ...columnValues(organizationColumns, patch), updated_at: instantOf(now), version: version + 1 })
      .where('id', '=', id)
      .where('version', '=', version)
      .executeTakeFirstOrThrow(),
  )
}

/** Removes an organization. The people who were in it have none, which is a change of their profiles. */
export async function remove(
  { db, now, actor }: Change<Person>,
  { id, version, customer }: Organization,
): Promise<void> {
  await db
    .updateTable('customer_user_profile')
    .set(({ eb }) => ({
      user_organization_id: null,
      updated_at: instantOf(now),
      updated_by: actor.id,
      version: eb('version', '+', 1),
    }))
    .where('customer_id', '=', uuidOrNil(customer))
    .where('user_organization_id', '=', id)
    .execute()
  const statement = db.deleteFrom('user_organization').where('id', '=', id).where('version', '=', version)
  assertRemoved(await statement.executeTakeFirstOrThrow())
}
