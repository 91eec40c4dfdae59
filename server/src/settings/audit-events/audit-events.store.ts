import type { ListQuery } from '@lintel/contract/jsonapi/query'
import type { Person } from '@lintel/contract/people/permissions'
import { type AuditEvent, type auditEvents, everydayActions } from '@lintel/contract/settings/audit-events'
import { platformTenant } from '@lintel/contract/settings/events'
import { type SqlBool, sql } from 'kysely'
import { administeredCustomers } from '../../customers/customers/customer-rights.store'
import type { Database } from '../../platform/database'
import { type ListPage, type Ordering, page } from '../../platform/paging'
import { loginMethodRequired } from '../../platform/refusal'
import { isUuid } from '../../platform/rows'
import { isOpenTo, requiredLoginMethods } from '../../projects/projects/project-rights.store'
import { isOfClosedProject } from './closed-projects.store'
import { isAbout, personOfMembership, subjectOf } from './subjects.store'
import { nameOfTarget } from './target-name.store'

/** Lists count their events up to this; beyond, the total is one more. */
const maxCounted = 1_000
/** Events per statement of an export. */
const batchSize = 500

/** SQL condition: the login method of the session admits the project, whose history includes bulk changes. */
const isProjectOpen = (actor: Person, id: string) => sql<SqlBool>`not exists (
  select from project where project.id = ${id} and not ${isOpenTo(actor)})`

/**
 * The events visible to the actor: of the customers they administer, except about projects that their login method
 * excludes; for staff, all events, also of the platform.
 */
const visible = (db: Database, actor: Person) =>
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
      nameOfTarget.as('targetName'),
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

export const find = async (db: Database, actor: Person, id: string): Promise<AuditEvent | undefined> =>
  isUuid(id) ? visible(db, actor).where('event.id', '=', id).executeTakeFirst() : undefined

/** The filters of a list or an export. */
type Filters = ListQuery<typeof auditEvents>['filters']
export type AuditFilters = { [Name in keyof Filters]: Filters[Name] | undefined }

/** The visible events that match the filters. */
async function matchingEvents(db: Database, actor: Person, filters: AuditFilters) {
  const { customer, actor: email, action, targetType, target, subject, result, everyday, from, until } = filters
  let select = visible(db, actor)
  if (customer !== undefined) select = select.where('event.tenant_id', '=', isUuid(customer) ? customer : null)
  if (email !== undefined) select = select.where('event.actor_email', '=', email.toLowerCase())
  if (action !== undefined) select = select.where('event.action', '=', action)
  if (targetType !== undefined) select = select.where('event.target_type', '=', targetType)
  if (target !== undefined) select = select.where('event.target_id', '=', target)
  if (subject !== undefined) {
    const about = await subjectOf(db, actor, subject)
    select = select.where(isAbout(about, everyday))
    if (about.project !== null) select = select.where(isProjectOpen(actor, about.project))
  }
  // A literal, so that the planner can match the indexes of failures.
  if (result !== undefined) select = select.where('event.result', '=', sql.lit(result))
  if (everyday !== undefined)
    select = select.where(({ and, eb, not }) => {
      const isEveryday = and([eb('event.action', 'in', everydayActions), eb('event.result', '=', 'success')])
      return everyday ? isEveryday : not(isEveryday)
    })
  if (from !== undefined) select = select.where('event.occurred_at', '>=', from)
  if (until !== undefined) select = select.where('event.occurred_at', '<', until)
  return select
}

export async function list(
  db: Database,
  actor: Person,
  query: ListQuery<typeof auditEvents>,
): Promise<ListPage<AuditEvent>> {
  const { subject } = query.filters
  const select = await matchingEvents(db, actor, query.filters)
  // Counting millions of events would take longer than reading a page of them.
  const counted = db.selectFrom(
    select
      .clearSelect()
      .select(sql<number>`1`.as('one'))
      .limit(maxCounted + 1)
      .as('counted'),
  )
  // Not shared: every request that is audited adds an event.
  const listed = await page(select, { sort: query.sort, page: query.page }, ordering, { all: counted })
  // Only an empty history may have to be explained by the login method.
  const methods =
    listed.total === 0 && subject !== undefined ? await requiredLoginMethods(db, actor, subject) : undefined
  if (methods) throw loginMethodRequired(methods)
  return listed
}

/**
 * The events of an export, latest first, in batches with a statement each, so that a slow reader keeps no transaction
 * open and memory is bounded.
 */
export async function* eventsOf(db: Database, actor: Person, filters: AuditFilters): AsyncGenerator<AuditEvent, void> {
  let after: string | undefined
  do {
    const query = { sort: [], page: { size: batchSize, ...(after !== undefined && { after }) } }
    const select = await matchingEvents(db, actor, filters)
    const listed: ListPage<AuditEvent> = await page(select, query, ordering, { all: nothing(db) })
    yield* listed.records
    after = listed.next ?? undefined
  } while (after !== undefined)
}

const nothing = (db: Database) => db.selectFrom('audit_event').select('id').where(sql<SqlBool>`false`)
