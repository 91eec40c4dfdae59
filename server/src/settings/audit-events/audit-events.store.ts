import type { ListQuery } from '@lintel/contract/jsonapi/query'
import type { Person } from '@lintel/contract/people/permissions'
import { type AuditEvent, type auditEvents, everydayActions } from '@lintel/contract/settings/audit-events'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { administeredCustomers } from '../../customers/customers/customer-rights.store'
import { platformTenant } from '../../platform/audit/audit'
import type { Database, Transaction } from '../../platform/database'
import { type Listed, type Ordering, page } from '../../platform/paging'
import { loginMethodRequired } from '../../platform/refusal'
import { isUuid } from '../../platform/rows'
import { closedProjects, isOpenTo, methodsWanted } from '../../projects/projects/project-rights.store'
import { isAbout, personOfMembership, subjectOf } from './subjects.store'

type Db = Database | Transaction

/**
 * True for events about a project that the session's login method does not open. Where nothing is closed to anybody like this, an
 * event costs one comparison.
 */
function isOfClosedProject(actor: Person): RawBuilder<SqlBool> {
  const closed = closedProjects(actor, ...actor.administers)
  return sql<SqlBool>`case
    when event.target_type not in ('projects', 'project-members', 'invitations') or not exists ${closed} then false
    else audit_subjects(event.target_type, event.target_id, event.before, event.after) && array(select id::text from ${closed} as closed)
  end`
}

/** A project's history is as closed as the project, also what bulk changes did to it. */
const isProjectOpen = (actor: Person, id: string) => sql<SqlBool>`not exists (
  select from project where project.id = ${id} and not ${isOpenTo(actor)})`

/**
 * Events of the customers that the actor administers, but for those about projects that their login method does not open; for staff,
 * all, the platform's own among them.
 */
const visible = (db: Db, actor: Person) =>
  db
    .selectFrom('audit_event as event')
    .where((where) => administeredCustomers(where, actor, 'event.tenant_id'))
    .where(({ not }) => not(isOfClosedProject(actor)))
    .select([
      'event.id',
      sql<number>`1`.as('version'),
      'event.occurred_at as occurredAt',
      'event.action',
      sql<AuditEvent['result']>`event.result`.as('result'),
      'event.reason',
      'event.actor_email as actor',
      'event.acting_as as apiToken',
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
  if (subject !== undefined) {
    const about = await subjectOf(db, subject)
    select = select.where(isAbout(about))
    if (about.project !== null) select = select.where(isProjectOpen(actor, about.project))
  }
  if (result !== undefined) select = select.where('event.result', '=', result)
  if (everyday !== undefined)
    select = select.where(({ and, eb, not }) => {
      const isEveryday = and([eb('event.action', 'in', everydayActions), eb('event.result', '=', 'success')])
      return everyday ? isEveryday : not(isEveryday)
    })
  if (from !== undefined) select = select.where('event.occurred_at', '>=', from)
  if (until !== undefined) select = select.where('event.occurred_at', '<', until)
  const listed = await page(select, query, ordering)
  // Why a project has no history is asked only then.
  const methods = listed.total === 0 && subject !== undefined ? await methodsWanted(db, actor, subject) : undefined
  if (methods) throw loginMethodRequired(methods)
  return listed
}
