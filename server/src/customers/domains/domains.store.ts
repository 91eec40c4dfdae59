import type { CustomerDomain, CustomerDomainDraft, customerDomains } from '@lintel/contract/customers/domains'
import type { ListQuery } from '@lintel/contract/jsonapi/query'
import type { Person } from '@lintel/contract/people/permissions'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { instantOf } from '../../platform/clock'
import type { Change } from '../../platform/context'
import type { Database, Transaction } from '../../platform/database'
import { type Listed, type Ordering, page } from '../../platform/paging'
import { anyOf, idOrNone, isUuid, mustHaveRemoved } from '../../platform/rows'
import { administeredCustomers } from '../customers/customer-rights.store'

type Db = Database | Transaction

/** Domains of the customers that the actor administers. */
const visible = (db: Db, actor: Person) =>
  db
    .selectFrom('customer_domain as bound')
    .where((where) => administeredCustomers(where, actor, 'bound.customer_id'))
    .select(['bound.id', 'bound.version', 'bound.domain', 'bound.customer_id as customer'])
    .select([
      sql<CustomerDomain['state']>`bound.state`.as('state'),
      'bound.txt_record as txtRecord',
      'bound.checked_at as checkedAt',
      'bound.created_at as createdAt',
    ])

const ordering: Ordering = {
  columns: { domain: sql.ref('bound.domain'), createdAt: sql.ref('bound.created_at') },
  id: sql.ref('bound.id'),
  order: [{ field: 'domain', descending: false }],
}

export const find = async (db: Db, actor: Person, id: string): Promise<CustomerDomain | undefined> =>
  isUuid(id) ? visible(db, actor).where('bound.id', '=', id).executeTakeFirst() : undefined

export const amongVisible = (db: Db, actor: Person, ids: readonly string[]): Promise<CustomerDomain[]> =>
  visible(db, actor).where('bound.id', '=', anyOf(ids)).execute()

export function listVisible(
  db: Db,
  actor: Person,
  query: ListQuery<typeof customerDomains>,
): Promise<Listed<CustomerDomain>> {
  const { customer, domain, state } = query.filters
  let select = visible(db, actor)
  if (customer !== undefined) select = select.where('bound.customer_id', '=', idOrNone(customer))
  if (domain !== undefined) select = select.where('bound.domain', '=', domain.toLowerCase())
  if (state !== undefined) select = select.where('bound.state', '=', state)
  return page(select, query, ordering)
}

/** Makes a domain the customer's, verified by the word of staff; 409 `domainTaken` where it is another customer's. */
export async function bind({ db, actor, now }: Change<Person>, draft: CustomerDomainDraft): Promise<string> {
  const id = uuidv7()
  await db
    .insertInto('customer_domain')
    .values({
      id,
      customer_id: idOrNone(draft.customer),
      domain: draft.domain,
      state: 'verified',
      created_at: instantOf(now),
      created_by: actor.id,
      updated_at: instantOf(now),
    })
    .execute()
  return id
}

export async function remove(db: Db, { id, version }: CustomerDomain): Promise<void> {
  const statement = db.deleteFrom('customer_domain').where('id', '=', id).where('version', '=', version)
  mustHaveRemoved(await statement.executeTakeFirstOrThrow())
}

/**
 * Does the provider speak for the address: is its domain verified for a customer that lists this provider? Stays so until the
 * transaction ends.
 */
export async function speaksFor(db: Db, provider: string, email: string): Promise<boolean> {
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
