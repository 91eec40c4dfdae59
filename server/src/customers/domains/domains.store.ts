import { randomBytes } from 'node:crypto'
import {
  type CustomerDomain,
  type CustomerDomainDraft,
  type customerDomains,
  domainRecordPrefix,
} from '@lintel/contract/customers/domains'
import type { ListQuery } from '@lintel/contract/jsonapi/query'
import type { Person } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { instantOf } from '../../platform/clock'
import type { Change } from '../../platform/context'
import type { Database } from '../../platform/database'
import { type ListPage, type Ordering, page } from '../../platform/paging'
import { anyOf, assertRemoved, isUuid, uuidOrNil } from '../../platform/rows'
import { administeredCustomers } from '../customers/customer-rights.store'

/** Domains of the customers that the actor administers. */
const visible = (db: Database, actor: Person) =>
  db
    .selectFrom('customer_domain as bound')
    .where((where) => administeredCustomers(where, actor, 'bound.customer_id'))
    .select(['bound.id', 'bound.version', 'bound.domain', 'bound.customer_id as customer'])
    .select([
      sql<CustomerDomain['state']>`bound.state`.as('state'),
      'bound.txt_record as txtRecord',
      'bound.checked_at as checkedAt',
      'bound.missed_days as missedDays',
      'bound.created_at as createdAt',
    ])

const ordering: Ordering = {
  columns: { domain: sql.ref('bound.domain'), createdAt: sql.ref('bound.created_at') },
  id: sql.ref('bound.id'),
  order: [{ field: 'domain', descending: false }],
}

export const find = async (db: Database, actor: Person, id: string): Promise<CustomerDomain | undefined> =>
  isUuid(id) ? visible(db, actor).where('bound.id', '=', id).executeTakeFirst() : undefined

export const findVisibleByIds = (db: Database, actor: Person, ids: readonly string[]): Promise<CustomerDomain[]> =>
  visible(db, actor).where('bound.id', '=', anyOf(ids)).execute()

export function listVisible(
  db: Database,
  actor: Person,
  query: ListQuery<typeof customerDomains>,
): Promise<ListPage<CustomerDomain>> {
  const { customer, domain, state } = query.filters
  let select = visible(db, actor)
  if (customer !== undefined) select = select.where('bound.customer_id', '=', uuidOrNil(customer))
  if (domain !== undefined) select = select.where('bound.domain', '=', domain.toLowerCase())
  if (state !== undefined) select = select.where('bound.state', '=', state)
  return page(select, query, ordering)
}

/** Maximum pending domains of a customer: each is looked up daily. */
const maxPending = 20

/**
 * Adds a domain to a customer: verified when staff add it, else pending until its record is found. Fails with 409
 * `domainTaken` when it is verified for another customer or already added here, and `tooManyPending` above the limit.
 * Staff replace a pending one.
 */
export async function bind(change: Change<Person>, { customer, domain }: CustomerDomainDraft): Promise<string> {
  const { db, actor, now } = change
  if (actor.isStaff) await removeUnverified(change, uuidOrNil(customer), domain)
  else {
    await refuseVerifiedDomain(db, domain)
    await refuseTooManyPending(db, uuidOrNil(customer))
  }
  const id = uuidv7()
  await db
    .insertInto('customer_domain')
    .values({
      id,
      customer_id: uuidOrNil(customer),
      domain,
      state: actor.isStaff ? 'verified' : 'pending',
      txt_record: actor.isStaff ? null : domainRecordPrefix + randomBytes(20).toString('hex'),
      created_at: instantOf(now),
      created_by: actor.id,
      updated_at: instantOf(now),
    })
    .execute()
  return id
}

async function removeUnverified({ db, audit }: Change<Person>, customer: string, domain: string): Promise<void> {
  const dropped = await db
    .deleteFrom('customer_domain')
    .where('customer_id', '=', customer)
    .where('domain', '=', domain)
    .where('state', '<>', 'verified')
    .returning(['id', 'state'])
    .executeTakeFirst()
  if (!dropped) return
  const before = { domain, customer, state: dropped.state }
  audit({ action: 'customer-domains.remove', customer, target: { type: 'customer-domains', id: dropped.id }, before })
}

/** Several customers may have the same domain pending; the unique index of verified domains lets only the first win. */
async function refuseVerifiedDomain(db: Database, domain: string): Promise<void> {
  const verified = db
    .selectFrom('customer_domain')
    .select('id')
    .where('domain', '=', domain)
    .where('state', '=', 'verified')
  if (await verified.executeTakeFirst()) throw new Problem('domainTaken', { pointer: '/data/attributes/domain' })
}

/** Serializes additions per customer by an advisory lock, so that concurrent ones cannot exceed the limit. */
async function refuseTooManyPending(db: Database, customer: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`domains of ${customer}`}, 0))`.execute(db)
  const { pending } = await db
    .selectFrom('customer_domain')
    .select(sql<number>`count(*)::int`.as('pending'))
    .where('customer_id', '=', customer)
    .where('state', '=', 'pending')
    .executeTakeFirstOrThrow()
  if (pending < maxPending) return
  throw new Problem('tooManyPending', { pointer: '/data/attributes/domain', meta: { limit: maxPending } })
}

export async function remove(db: Database, { id, version }: CustomerDomain): Promise<void> {
  const statement = db.deleteFrom('customer_domain').where('id', '=', id).where('version', '=', version)
  assertRemoved(await statement.executeTakeFirstOrThrow())
}

/**
 * Whether the provider is authoritative for the address: its domain is verified for a customer that lists the
 * provider. Locks both rows until the transaction ends.
 */
export async function isAuthoritativeFor(db: Database, provider: string, email: string): Promise<boolean> {
  const owner = await db
    .selectFrom('customer_domain as bound')
    .innerJoin('customer', 'customer.id', 'bound.customer_id')
    .select('bound.id')
    .where('bound.domain', '=', email.slice(email.lastIndexOf('@') + 1))
    .where('bound.state', '=', 'verified')
    .where(sql<boolean>`${provider} = any(customer.providers)`)
    .forShare(['bound', 'customer'])
    .executeTakeFirst()
  return owner !== undefined
}
