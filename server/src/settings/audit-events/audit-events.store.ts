import type { ListQuery } from '@lintel/contract/jsonapi/query'
import type { Person } from '@lintel/contract/people/permissions'
import { type AuditEvent, type auditEvents, everydayActions } from '@lintel/contract/settings/audit-events'
import { sql } from 'kysely'
import { administeredCustomers } from '../../customers/customers/customer-rights.store'
import { platformTenant } from '../../platform/audit/audit'
import type { Database, Transaction } from '../../platform/database'
import { type Listed, type Ordering, page } from '../../platform/paging'
import { isUuid } from '../../platform/rows'
import { isAbout, personOfMembership, subjectOf } from './subjects.store'

type Db = Database | Transaction

/** Events of the customers that the actor administers; for staff, all, the platform's own among them. */
const visible = (db: Db, actor: Person) =>
  db
    .selectFrom('audit_event as event')
    .where((where) => administeredCustomers(where, actor, 'event.tenant_id'))
    .select([
      'event.id',
      sql<number>`1`.as('version'),
      'event.occurred_at as occurredAt',
      'event.action',
      sql<AuditEvent['result']>`event.result`.as('result'),
      'event.reason',
      'event.actor_email as actor',
      'event.target_type as targetType',
      'event.target_id as target',
      personOfMembership.as('user'),
      'event.before',
      'event.after',
      'event.ip',
      'event.user_agent as userAgent',
      'event.request_id as requestId',
      'event.sequence',
      sql<string>`encode(event.hash, 'hex')`.as('hash'),
      sql<string | null>`nullif(event.tenant_id, ${platformTenant})`.as('customer'),
    ])

const ordering: Ordering = {
  columns: { occurredAt: sql.ref('event.occurred_at') },
  id: sql.ref('event.id'),
  order: [{ field: 'occurredAt', descending: true }],
}

export const find = async (db: Db, actor: Person, id: string): Promise<AuditEvent | undefined> =>
  isUuid(id) ? visible(db, actor).where('event.id', '=', id).executeTakeFirst() : undefined

export async function list(db: Db, actor: Person, query: ListQuery<typeof auditEvents>): Promise<Listed<AuditEvent>> {
  const { customer, actor: email, action, targetType, target, subject, result, everyday, from, until } = query.filters
  let select = visible(db, actor)
  if (customer !== undefined) select = select.where('event.tenant_id', '=', isUuid(customer) ? customer : null)
  if (email !== undefined) select = select.where('event.actor_email', '=', email.toLowerCase())
  if (action !== undefined) select = select.where('event.action', '=', action)
  if (targetType !== undefined) select = select.where('event.target_type', '=', targetType)
  if (target !== undefined) select = select.where('event.target_id', '=', target)
  if (subject !== undefined) select = select.where(isAbout(await subjectOf(db, subject)))
  if (result !== undefined) select = select.where('event.result', '=', result)
  if (everyday !== undefined)
    select = select.where(({ and, eb, not }) => {
      const isEveryday = and([eb('event.action', 'in', everydayActions), eb('event.result', '=', 'success')])
      return everyday ? isEveryday : not(isEveryday)
    })
  if (from !== undefined) select = select.where('event.occurred_at', '>=', from)
  if (until !== undefined) select = select.where('event.occurred_at', '<', until)
  return page(select, query, ordering)
}
