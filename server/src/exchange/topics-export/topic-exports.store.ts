import type { startTopicExport, TopicExport } from '@lintel/contract/exchange/topic-exports'
import type { CallInput } from '@lintel/contract/jsonapi/call'
import type { Person } from '@lintel/contract/people/permissions'
import { sql } from 'kysely'
import type { Database, Transaction } from '../../platform/database'
import { anyOf, uuidOrNil } from '../../platform/rows'
import { isAskedFor } from '../../projects/projects/project-filters.store'
import { closedProjects, isSeen, projectsBeside } from '../../projects/projects/project-rights.store'

type Db = Database | Transaction
export type TopicExportAsked = CallInput<typeof startTopicExport>['body']

/** What of the topics is wanted, as the export keeps it. */
export type TopicTerms = Pick<TopicExportAsked, 'workflows' | 'stateKinds' | 'from' | 'to' | 'headings'>

const shown = (db: Db) =>
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

/** The person's exports in a customer that have not expired, the latest first. */
export const exportsOf = (db: Db, actor: Person, customer: string, now: string): Promise<TopicExport[]> =>
  shown(db)
    .where('user_id', '=', actor.id)
    .where('customer_id', '=', uuidOrNil(customer))
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(50)
    .execute()

/** One of them. */
export const exportOf = (db: Db, actor: Person, id: string, now: string) =>
  shown(db)
    .where('id', '=', uuidOrNil(id))
    .where('user_id', '=', actor.id)
    .where('expires_at', '>', now)
    .select(['customer_id as customer', 'object_key as objectKey', 'projects as projectIds'])
    .$castTo<TopicExport & { customer: string; objectKey: string | null; projectIds: string[] }>()
    .executeTakeFirst()

/** Exports of the person that are not finished; of several that are begun at once each counts those before it. */
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

/** A project that is asked for, and whether its content can be read now. */
interface AskedProject {
  id: string
  isAvailable: boolean
}

const searched = ['project.name', 'project.external_id']

/** The projects of the customer that the person sees, of those that are asked for, by name. */
export const askedProjects = (
  db: Db,
  actor: Person,
  { customer, projects, filter = {} }: Pick<TopicExportAsked, 'customer' | 'projects' | 'filter'>,
): Promise<AskedProject[]> =>
  projectsBeside(db, actor)
    .where(isSeen(actor))
    .where('project.customer_id', '=', uuidOrNil(customer))
    .$if(projects !== undefined, (all) => all.where('project.id', '=', anyOf(projects ?? [])))
    .where(isAskedFor(filter, searched))
    .orderBy('project.name')
    .orderBy('project.id')
    .select([
      'project.id',
      sql<boolean>`not project.is_inactive and (project.is_hibernated or project.status = 'Running')`.as('isAvailable'),
    ])
    .execute()

/** Ids of those projects of the customer that are asked for and that the session's login method does not open. */
export async function omittedOf(
  db: Db,
  actor: Person,
  { customer, projects, filter = {} }: Pick<TopicExportAsked, 'customer' | 'projects' | 'filter'>,
): Promise<string[]> {
  const rows = await db
    .selectFrom('project')
    .select('project.id')
    .where(sql<boolean>`project.id in ${closedProjects(actor, uuidOrNil(customer))}`)
    .where('project.is_inactive', '=', false)
    .$if(projects !== undefined, (all) => all.where('project.id', '=', anyOf(projects ?? [])))
    .where(isAskedFor(filter, searched))
    .execute()
  return rows.map(({ id }) => id)
}

/** How many of the projects the person still sees in the customer, and may read. */
export async function countReadable(db: Db, actor: Person, customer: string, projects: readonly string[]) {
  const { count } = await projectsBeside(db, actor)
    .where(isSeen(actor))
    .where('project.customer_id', '=', customer)
    .where('project.is_inactive', '=', false)
    .where('project.id', '=', anyOf(projects))
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** The names of the workflows in the projects of the customer that the person sees. */
export async function workflowNames(db: Db, actor: Person, customer: string): Promise<string[]> {
  const rows = await projectsBeside(db, actor)
    .innerJoin('workflow', 'workflow.project_id', 'project.id')
    .where(isSeen(actor))
    .where('project.is_inactive', '=', false)
    .where('project.customer_id', '=', uuidOrNil(customer))
    .select('workflow.name')
    .distinct()
    .orderBy('workflow.name')
    .limit(500)
    .execute()
  return rows.map(({ name }) => name)
}

/** Notes an export that is to be written. */
export async function addExport(
  db: Transaction,
  row: {
    id: string
    customer: string
    user: string
    format: string
    asked: TopicTerms
    projects: readonly string[]
    omitted: number
    unavailable: number
    now: string
    expiresAt: string
  },
): Promise<void> {
  await db
    .insertInto('topic_export')
    .values({
      id: row.id,
      customer_id: row.customer,
      user_id: row.user,
      format: row.format,
      asked: JSON.stringify(row.asked),
      projects: [...row.projects],
      omitted_projects: row.omitted,
      unavailable_projects: row.unavailable,
      created_at: row.now,
      expires_at: row.expiresAt,
    })
    .execute()
}

/** Removes an export of the person; its bytes go when nothing names them. Gives its customer; undefined when there was none. */
export const removeExport = (db: Transaction, actor: Person, id: string) =>
  db
    .deleteFrom('topic_export')
    .where('id', '=', uuidOrNil(id))
    .where('user_id', '=', actor.id)
    .returning(['customer_id as customer'])
    .executeTakeFirst()

/** Forgets exports whose time is over. */
export const removeExpired = (db: Db, now: string) =>
  db.deleteFrom('topic_export').where('expires_at', '<=', now).execute()
