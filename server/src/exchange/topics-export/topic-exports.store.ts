import type { startTopicExport, TopicExport } from '@lintel/contract/exchange/topic-exports'
import type { CallInput } from '@lintel/contract/jsonapi/call'
import type { Person } from '@lintel/contract/people/permissions'
import { sql } from 'kysely'
import type { Database, Transaction } from '../../platform/database'
import { anyOf, uuidOrNil } from '../../platform/rows'
import { matchesFilters } from '../../projects/projects/project-filters.store'
import { closedProjects, isVisibleTo, projectsWithRights } from '../../projects/projects/project-rights.store'
import { assertCustomerExists } from '../exported-customer.store'

export type TopicExportRequest = CallInput<typeof startTopicExport>['body']

/** Criteria of the exported topics, as stored with the export. */
export type TopicCriteria = Pick<TopicExportRequest, 'workflows' | 'stateKinds' | 'from' | 'to' | 'headings'>

const selectExports = (db: Database) =>
  db
    .selectFrom('topic_export')
    .select([
      'id',
      'format',
      'state',
      sql<number>`cardinality(projects)`.as('projects'),
      'omitted_projects as omittedProjects',
      'unavailable_projects as unavailableProjects',
      'topics',
      'total',
      'size',
      'created_at as createdAt',
      'expires_at as expiresAt',
    ])
    .$castTo<TopicExport>()

/** The actor's unexpired exports of a customer, latest first. */
export const listExports = (db: Database, actor: Person, customer: string, now: string): Promise<TopicExport[]> =>
  selectExports(db)
    .where('user_id', '=', actor.id)
    .where('customer_id', '=', uuidOrNil(customer))
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(50)
    .execute()

/** One of the actor's unexpired exports. */
export const findExport = (db: Database, actor: Person, id: string, now: string) =>
  selectExports(db)
    .where('id', '=', uuidOrNil(id))
    .where('user_id', '=', actor.id)
    .where('expires_at', '>', now)
    .select(['customer_id as customer', 'object_key as objectKey', 'projects as projectIds'])
    .$castTo<TopicExport & { customer: string; objectKey: string | null; projectIds: string[] }>()
    .executeTakeFirst()

/** Counts the actor's unfinished exports under an advisory lock, so that concurrent requests count each other. */
export async function countUnfinished(db: Transaction, actor: Person, now: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`topic exports of ${actor.id}`}, 0))`.execute(db)
  const { count } = await db
    .selectFrom('topic_export')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('user_id', '=', actor.id)
    .where('state', 'in', ['waiting', 'writing'])
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return count
}

/** A requested project, and whether its content can be read now. */
interface RequestedProject {
  id: string
  isAvailable: boolean
}

const searchColumns = ['project.name', 'project.external_id']

/** The requested projects of the customer that are visible, by name. */
export const findRequestedProjects = (
  db: Database,
  actor: Person,
  { customer, projects, filter = {} }: Pick<TopicExportRequest, 'customer' | 'projects' | 'filter'>,
): Promise<RequestedProject[]> =>
  projectsWithRights(db, actor)
    .where(isVisibleTo(actor))
    .where('project.customer_id', '=', uuidOrNil(customer))
    .$if(projects !== undefined, (all) => all.where('project.id', '=', anyOf(projects ?? [])))
    .where(matchesFilters(filter, searchColumns))
    .orderBy('project.name')
    .orderBy('project.id')
    .select([
      'project.id',
      sql<boolean>`not project.is_inactive and (project.is_hibernated or project.status = 'Running')`.as('isAvailable'),
    ])
    .execute()

/** Ids of the requested projects that are closed to the session's login method. */
export async function findOmittedIds(
  db: Database,
  actor: Person,
  { customer, projects, filter = {} }: Pick<TopicExportRequest, 'customer' | 'projects' | 'filter'>,
): Promise<string[]> {
  const rows = await db
    .selectFrom('project')
    .select('project.id')
    .where(sql<boolean>`project.id in ${closedProjects(actor, uuidOrNil(customer))}`)
    .where('project.is_inactive', '=', false)
    .$if(projects !== undefined, (all) => all.where('project.id', '=', anyOf(projects ?? [])))
    .where(matchesFilters(filter, searchColumns))
    .execute()
  return rows.map(({ id }) => id)
}

/** Counts the projects that are still visible in the customer and readable. */
export async function countReadable(db: Database, actor: Person, customer: string, projects: readonly string[]) {
  const { count } = await projectsWithRights(db, actor)
    .where(isVisibleTo(actor))
    .where('project.customer_id', '=', customer)
    .where('project.is_inactive', '=', false)
    .where('project.id', '=', anyOf(projects))
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Names of the workflows in the customer's visible projects. */
export async function listWorkflowNames(db: Database, actor: Person, customer: string): Promise<string[]> {
  const rows = await projectsWithRights(db, actor)
    .innerJoin('workflow', 'workflow.project_id', 'project.id')
    .where(isVisibleTo(actor))
    .where('project.is_inactive', '=', false)
    .where('project.customer_id', '=', uuidOrNil(customer))
    .select('workflow.name')
    .distinct()
    .orderBy('workflow.name')
    .limit(500)
    .execute()
  return rows.map(({ name }) => name)
}

/** Inserts an export to be written. Throws `unknownReference` if there is no such customer. */
export async function addExport(
  db: Transaction,
  row: {
    id: string
    customer: string
    user: string
    format: string
    criteria: TopicCriteria
    projects: readonly string[]
    omitted: number
    unavailable: number
    now: string
    expiresAt: string
  },
): Promise<void> {
  await assertCustomerExists(db, row.customer, '/customer')
  await db
    .insertInto('topic_export')
    .values({
      id: row.id,
      customer_id: row.customer,
      user_id: row.user,
      format: row.format,
      asked: JSON.stringify(row.criteria),
      projects: [...row.projects],
      omitted_projects: row.omitted,
      unavailable_projects: row.unavailable,
      created_at: row.now,
      expires_at: row.expiresAt,
    })
    .execute()
}

/** Removes an export of the actor and returns its customer; undefined when there was none. The object store sweep deletes its file. */
export const removeExport = (db: Transaction, actor: Person, id: string) =>
  db
    .deleteFrom('topic_export')
    .where('id', '=', uuidOrNil(id))
    .where('user_id', '=', actor.id)
    .returning(['customer_id as customer'])
    .executeTakeFirst()

/** Deletes expired exports. */
export const removeExpired = (db: Database, now: string) =>
  db.deleteFrom('topic_export').where('expires_at', '<=', now).execute()
