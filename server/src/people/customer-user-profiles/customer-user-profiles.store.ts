import type { ListQuery } from '@lintel/contract/jsonapi/query'
import type {
  CustomerUserProfile,
  CustomerUserProfileDraft,
  CustomerUserProfilePatch,
  customerUserProfiles,
} from '@lintel/contract/people/customer-user-profiles'
import type { Person } from '@lintel/contract/people/permissions'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { readableCustomers } from '../../customers/customers/customer-rights.store'
import { instantOf } from '../../platform/clock'
import { columnValues, selectFields } from '../../platform/columns'
import type { Change } from '../../platform/context'
import type { Database } from '../../platform/database'
import { type ListPage, type Ordering, page } from '../../platform/paging'
import { assertChanged, assertRemoved, isUuid, uuidOrNil } from '../../platform/rows'
import { containsWords } from '../../platform/search'
import { profileColumns } from './customer-user-profile-columns'

/** Profiles of the customers that the actor administers or reads for. */
const visible = (db: Database, actor: Person) =>
  db
    .selectFrom('customer_user_profile as profile')
    .innerJoin('app_user as person', 'person.id', 'profile.user_id')
    .leftJoin('app_user as creator', 'creator.id', 'profile.created_by')
    .leftJoin('app_user as updater', 'updater.id', 'profile.updated_by')
    .where((where) => readableCustomers(where, actor, 'profile.customer_id'))
    .select([
      'profile.id',
      'profile.version',
      ...selectFields(profileColumns, 'profile'),
      sql<CustomerUserProfile['directorySource']>`profile.directory_source`.as('directorySource'),
      'person.email as user',
      sql<null>`null`.as('newUserEmail'),
      'creator.email as createdBy',
      'updater.email as updatedBy',
    ])

const ordering: Ordering = {
  columns: {
    lastName: sql`coalesce(profile.last_name, '')`,
    firstName: sql`coalesce(profile.first_name, '')`,
    createdAt: sql.ref('profile.created_at'),
  },
  id: sql.ref('profile.id'),
  order: [{ field: 'lastName', descending: false }],
}

export const find = async (db: Database, actor: Person, id: string): Promise<CustomerUserProfile | undefined> =>
  isUuid(id) ? visible(db, actor).where('profile.id', '=', id).executeTakeFirst() : undefined

export async function listVisible(
  db: Database,
  actor: Person,
  query: ListQuery<typeof customerUserProfiles>,
): Promise<ListPage<CustomerUserProfile>> {
  const { customer, user, userOrganization, q } = query.filters
  let select = visible(db, actor)
  if (customer !== undefined) select = select.where('profile.customer_id', '=', uuidOrNil(customer))
  if (userOrganization !== undefined) {
    select = select.where('profile.user_organization_id', '=', uuidOrNil(userOrganization))
  }
  if (user !== undefined) select = select.where('person.email', '=', user.toLowerCase())
  if (q) select = select.where(containsWords(q, 'profile.first_name', 'profile.last_name', 'person.email'))
  return page(select, query, ordering)
}

/** The database rejects an organization of another customer like one that does not exist. */
const organizationOf = ({ userOrganization }: CustomerUserProfilePatch) =>
  userOrganization == null ? userOrganization : uuidOrNil(userOrganization)

/** Inserts a customer's profile of a person (internal id). */
export async function add(
  { db, actor, now }: Change<Person>,
  draft: Pick<CustomerUserProfileDraft, 'customer'> & CustomerUserProfilePatch,
  person: string,
  id = uuidv7(),
): Promise<string> {
  await db
    .insertInto('customer_user_profile')
    .values({
      ...columnValues(profileColumns, draft),
      id,
      customer_id: uuidOrNil(draft.customer),
      user_id: person,
      user_organization_id: organizationOf(draft) ?? null,
      created_at: instantOf(now),
      created_by: actor.id,
      updated_at: instantOf(now),
      updated_by: actor.id,
    })
    .execute()
  return id
}

export async function change(
  { db, actor, now }: Change<Person>,
  { id, version }: Pick<CustomerUserProfile, 'id' | 'version'>,
  patch: CustomerUserProfilePatch,
): Promise<void> {
  assertChanged(
    await db
      .updateTable('customer_user_profile')
      .set({
        ...columnValues(profileColumns, patch),
        user_organization_id: organizationOf(patch),
        updated_at: instantOf(now),
        updated_by: actor.id,
        version: version + 1,
      })
      .where('id', '=', id)
      .where('version', '=', version)
      .executeTakeFirstOrThrow(),
  )
}

export async function remove(
  { db }: Change<Person>,
  { id, version }: Pick<CustomerUserProfile, 'id' | 'version'>,
): Promise<void> {
  const statement = db.deleteFrom('customer_user_profile').where('id', '=', id).where('version', '=', version)
  assertRemoved(await statement.executeTakeFirstOrThrow())
}
