import type { ListQuery } from '@lintel/contract/jsonapi/query'
import type { Person } from '@lintel/contract/people/permissions'
import { type AuditEvent, type auditEvents, everydayActions } from '@lintel/contract/settings/audit-events'
import { platformTenant } from '@lintel/contract/settings/events'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { administeredCustomers } from '../../customers/customers/customer-rights.store'
import type { Database, Transaction } from '../../platform/database'
import { type Listed, type Ordering, page } from '../../platform/paging'
import { loginMethodRequired } from '../../platform/refusal'
import { isUuid } from '../../platform/rows'
import { closedProjects, isOpenTo, methodsWanted } from '../../projects/projects/project-rights.store'
import { isAbout, personOfMembership, subjectOf } from './subjects.store'
import { nameOfTarget } from './target-name.store'

type Db = Database | Transaction

/** A list counts its events up to here; one that has more says one more. */
const mostCounted = 1_000
/** How many events of an export are read at once. */
const eventsAtOnce = 500

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

export const find = async (db: Db, actor: Person, id: string): Promise<AuditEvent | undefined> =>
  isUuid(id) ? visible(db, actor).where('event.id', '=', id).executeTakeFirst() : undefined

/** What a list or an export is narrowed to. */
type Filters = ListQuery<typeof auditEvents>['filters']
export type AuditFilters = { [Name in keyof Filters]: Filters[Name] | undefined }

/** The events that the actor may read, narrowed. */
async function narrowed(db: Db, actor: Person, filters: AuditFilters) {
  const { customer, actor: email, action, targetType, target, subject, result, everyday, from, until } = filters
  let select = visible(db, actor)
  if (customer !== undefined) select = select.where('event.tenant_id', '=', isUuid(customer) ? customer : null)
  if (email !== undefined) select = select.where('event.actor_email', '=', email.toLowerCase())
  if (action !== undefined) select = select.where('event.action', '=', action)
  if (targetType !== undefined) select = select.where('event.target_type', '=', targetType)
  if (target !== undefined) select = select.where('event.target_id', '=', target)
  if (subject !== undefined) {
    const about = await subjectOf(db, subject)
    select = select.where(isAbout(about, everyday))
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
  return select
}

export async function list(db: Db, actor: Person, query: ListQuery<typeof auditEvents>): Promise<Listed<AuditEvent>> {
  const { subject } = query.filters
  const select = await narrowed(db, actor, query.filters)
  // Nobody needs to know how many millions there are, and counting them takes longer than reading a page of them.
  const counted = db.selectFrom(
    select
      .clearSelect()
      .select(sql<number>`1`.as('one'))
      .limit(mostCounted + 1)
      .as('counted'),
  )
  const listed = await page(select, query, ordering, { all: counted })
  // Why a project has no history is asked only then.
  const methods = listed.total === 0 && subject !== undefined ? await methodsWanted(db, actor, subject) : undefined
  if (methods) throw loginMethodRequired(methods)
  return listed
}

/**
 * The events of an export, the latest first, some at a time: each step is a statement of its own that goes on where the one before ended,
 * so that a slow reader holds no transaction open and few events are in memory at once.
 */
export async function* eventsOf(db: Database, actor: Person, filters: AuditFilters): AsyncGenerator<AuditEvent, void> {
  let after: string | undefined
  do {
    const query = { sort: [], page: { size: eventsAtOnce, ...(after !== undefined && { after }) } }
    const select = await narrowed(db, actor, filters)
    const listed: Listed<AuditEvent> = await page(select, query, ordering, { all: nothing(db) })
    yield* listed.records
    after = listed.next ?? undefined
  } while (after !== undefined)
}

const nothing = (db: Database) => db.selectFrom('audit_event').select('id').where(sql<SqlBool>`false`)
