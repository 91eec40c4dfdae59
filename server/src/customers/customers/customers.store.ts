import type { Customer, CustomerDraft, CustomerPatch, customers } from '@lintel/contract/customers/customers'
import { builtInMethods } from '@lintel/contract/customers/login-methods'
import type { ListQuery } from '@lintel/contract/jsonapi/query'
import { type Person, staffRole } from '@lintel/contract/people/permissions'
import { type SqlBool, sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { instantOf } from '../../platform/clock'
import { columnValues, selectFields } from '../../platform/columns'
import type { Change } from '../../platform/context'
import type { Database, Transaction } from '../../platform/database'
import { type ListPage, type Ordering, page } from '../../platform/paging'
import { anyOf, assertChanged, assertRemoved, isUuid } from '../../platform/rows'
import { containsWords } from '../../platform/search'
import { customerColumns } from './customer-columns'
import { readableCustomers } from './customer-rights.store'

/** The table of a role of people at a customer. */
type RoleTable = 'customer_admin' | 'customer_api_user'

const emails = (table: RoleTable) => sql<string[]>`array(
  select person.email from ${sql.table(table)} as role_row join app_user as person on person.id = role_row.user_id
  where role_row.customer_id = customer.id order by role_row.created_at, person.email)`

const singleSignOn = builtInMethods.reduce(
  (methods, builtIn) => sql<string[]>`array_remove(${methods}, ${sql.lit(builtIn)})`,
  sql<string[]>`customer.providers`,
)

/** The customers that the actor administers or reads for; staff all. */
const visible = (db: Database, actor: Person) =>
  db
    .selectFrom('customer')
    .leftJoin('app_user as manager', 'manager.id', 'customer.kam_id')
    .leftJoin('app_user as creator', 'creator.id', 'customer.created_by')
    .leftJoin('app_user as updater', 'updater.id', 'customer.updated_by')
    .where((where) => readableCustomers(where, actor, 'customer.id'))
    .select([
      'customer.id',
      'customer.version',
      ...selectFields(customerColumns, 'customer'),
      'manager.email as kam',
      emails('customer_admin').as('customerAdmins'),
      emails('customer_api_user').as('apiUsers'),
      singleSignOn.as('ssoProviders'),
      sql<string[]>`array(
        select template.id from project_template as template where template.customer_id = customer.id
        order by template.name, template.id)`.as('projectTemplates'),
      sql<number>`(select count(*)::int from project where project.customer_id = customer.id)`.as('numProjects'),
      'creator.email as createdBy',
      'updater.email as updatedBy',
    ])

const ordering: Ordering = {
  columns: { name: sql.ref('customer.name'), createdAt: sql.ref('customer.created_at') },
  id: sql.ref('customer.id'),
  order: [{ field: 'name', descending: false }],
}

export const find = async (db: Database, actor: Person, id: string): Promise<Customer | undefined> =>
  isUuid(id) ? visible(db, actor).where('customer.id', '=', id).executeTakeFirst() : undefined

export const findVisibleByIds = (db: Database, actor: Person, ids: readonly string[]): Promise<Customer[]> =>
  visible(db, actor).where('customer.id', '=', anyOf(ids)).execute()

export function listVisible(
  db: Database,
  actor: Person,
  query: ListQuery<typeof customers>,
): Promise<ListPage<Customer>> {
  const { q, isTrial } = query.filters
  let select = visible(db, actor)
  if (q) select = select.where(containsWords(q, 'customer.name'))
  if (isTrial !== undefined) select = select.where('customer.is_trial', '=', isTrial)
  return page(select, query, ordering)
}

/** Whether the database knows a time zone of this name, in which it can tell the days of a customer. */
export async function isKnownTimeZone(db: Database, name: string): Promise<boolean> {
  const { rows } = await sql`select from pg_timezone_names where lower(name) = lower(${name})`.execute(db)
  return rows.length > 0
}

export async function insertCustomer(
  { db, actor, now }: Change<Person>,
  draft: CustomerDraft,
  kam: string | null,
): Promise<string> {
  const id = uuidv7()
  await db
    .insertInto('customer')
    .values({
      id,
      ...columnValues(customerColumns, draft),
      assigned_providers: [...draft.providers],
      kam_id: kam,
      created_at: instantOf(now),
      created_by: actor.id,
      updated_at: instantOf(now),
      updated_by: actor.id,
    })
    .execute()
  return id
}

/** Updates a customer. `kam` is the internal id of the key account manager: null removes it, undefined leaves it unchanged. */
export async function updateCustomer(
  { db, actor, now }: Change<Person>,
  { id, version }: Customer,
  patch: CustomerPatch,
  kam: string | null | undefined,
): Promise<void> {
  assertChanged(
    await db
      .updateTable('customer')
      .set({
        ...columnValues(customerColumns, patch),
        ...(patch.providers && { assigned_providers: [...patch.providers] }),
        ...(kam !== undefined && { kam_id: kam }),
        updated_at: instantOf(now),
        updated_by: actor.id,
        version: version + 1,
      })
      .where('id', '=', id)
      .where('version', '=', version)
      .executeTakeFirstOrThrow(),
  )
}

/** Leaves the customers of a key account manager who is no longer staff without one. */
export async function endKeyAccounts(
  { db, actor, now, audit }: Change<Person>,
  { id: manager, email }: { id: string; email: string },
): Promise<void> {
  const left = await db
    .updateTable('customer')
    .set(({ eb }) => ({
      kam_id: null,
      updated_at: instantOf(now),
      updated_by: actor.id,
      version: eb('version', '+', 1),
    }))
    .where('kam_id', '=', manager)
    .returning(['id', 'version'])
    .execute()
  for (const { id, version } of left) {
    const target = { type: 'customers', id }
    audit({ action: 'customers.update', customer: id, target, version, before: { kam: email }, after: { kam: null } })
  }
}

/** Locks a customer until the transaction ends, so that nothing is added to it concurrently. */
export const lockCustomer = (db: Transaction, id: string) =>
  db.selectFrom('customer').select('id').where('id', '=', id).forUpdate().execute()

/** The tables of what people add to a customer, which its deletion deletes. */
export const addedRows = [
  ...['api_token', 'customer_domain', 'customer_user_profile', 'deletion_answer', 'directory_group'],
  ...['directory_group_access', 'directory_group_member', 'directory_group_parent', 'display_token', 'feed_token'],
  ...['project_template', 'scim_user', 'topic_export', 'user_organization'],
] as const

/**
 * True if anything was added to a customer that its deletion would delete, something was changed in bulk there, or somebody is at home there. Its
 * roles and service accounts come with the customer itself: adding one of them is a change of its version.
 */
export async function isUsed(db: Database, id: string): Promise<boolean> {
  const exists = [...addedRows, 'change_set'].map(
    (table) => sql`exists (select from ${sql.table(table)} where customer_id = ${id})`,
  )
  const { used } = await db
    .selectNoFrom(
      sql<boolean>`${sql.join(exists, sql` or `)}
        or exists (select from app_user where home_customer_id = ${id} and not service_account)`.as('used'),
    )
    .executeTakeFirstOrThrow()
  return used
}

/** Deletes a customer; its people then have no home customer. The database rejects it while projects exist. */
export async function deleteCustomer({ db }: Change<Person>, { id, version }: Customer): Promise<void> {
  // The rows of its change sets can take longer than the default timeout.
  await sql`set local statement_timeout = '120s'`.execute(db)
  await db.updateTable('app_user').set({ home_customer_id: null }).where('home_customer_id', '=', id).execute()
  assertRemoved(
    await db.deleteFrom('customer').where('id', '=', id).where('version', '=', version).executeTakeFirstOrThrow(),
  )
  await keepHistory(db, id)
}

/**
 * Of the change sets of a deleted customer, what was applied stays as long as the audit log, whose events have only the digests of its rows.
 * Plans, and what only an undo would need, are deleted.
 */
async function keepHistory(db: Transaction, customer: string): Promise<void> {
  await db.deleteFrom('change_set').where('customer_id', '=', customer).where('applied_at', 'is', null).execute()
  const applied = db.selectFrom('change_set').select('id').where('customer_id', '=', customer)
  await db.deleteFrom('kept_object').where('change_set_id', 'in', applied).execute()
  await db
    .updateTable('change_set_row')
    .set({ kept: null })
    .where('change_set_id', 'in', applied)
    .where('kept', 'is not', null)
    .execute()
}

/** Replaces the customer's administrators or API users by these people (internal ids). */
export async function setRoles(
  { db, actor, now }: Change<Person>,
  table: RoleTable,
  customer: string,
  people: readonly string[],
): Promise<void> {
  let others = db.deleteFrom(table).where('customer_id', '=', customer)
  if (people.length > 0) others = others.where('user_id', 'not in', people)
  await others.execute()
  if (people.length === 0) return
  await db
    .insertInto(table)
    .values(
      people.map((user_id) => ({ customer_id: customer, user_id, created_at: instantOf(now), created_by: actor.id })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Internal ids of those who may have the role at the customer, by email. Deleted and unknown ones are omitted; from administrators also
 * disabled people and guests, who would reach no tool, and service accounts, which can only be API users. Who has the role keeps it. None of
 * their accounts is closed until the transaction ends.
 */
export async function findUserIds(
  db: Transaction,
  table: RoleTable,
  customer: string,
  addresses: readonly string[],
): Promise<Map<string, string>> {
  if (addresses.length === 0) return new Map()
  const mayHaveRole =
    table === 'customer_admin' ? sql<SqlBool>`not (is_inactive or guest or service_account)` : sql<SqlBool>`true`
  const hasRole = sql<SqlBool>`exists (
    select from ${sql.table(table)} as role_row where role_row.customer_id = ${customer} and role_row.user_id = app_user.id)`
  const rows = await db
    .selectFrom('app_user')
    .select(['email', 'id'])
    .where('email', 'in', addresses)
    .where('deleted_at', 'is', null)
    .where((where) => where.or([mayHaveRole, hasRole]))
    .orderBy('id')
    .forKeyShare()
    .execute()
  return new Map(rows.map(({ email, id }) => [email, id]))
}

/** The internal id of a member of the staff by email, who stays one until the transaction ends. */
export async function findStaffId(db: Transaction, email: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('app_user')
    .select('id')
    .where('email', '=', email)
    .where('role', '=', staffRole)
    .forShare()
    .executeTakeFirst()
  return row?.id
}
