import type { ChecklistStatus, checklistStatuses } from '@lintel/contract/content/checklist-statuses'
import type { WorkflowStatus, workflowStatuses } from '@lintel/contract/content/workflow-statuses'
import type { ListQuery } from '@lintel/contract/jsonapi/query'
import type { Person } from '@lintel/contract/people/permissions'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../platform/database'
import { type ListPage, page } from '../platform/paging'
import { anyOf, isUuid } from '../platform/rows'
import { containsWords } from '../platform/search'
import { projectsWithRights } from '../projects/projects/project-rights.store'
import { isContentReadable } from './content-access.store'

/** The current date in the time zone of the project's customer. */
const today = sql<string>`(now() at time zone (
  select customer.time_zone from customer where customer.id = project.customer_id))::date`

const count = (expression: RawBuilder<unknown>) => sql<number>`coalesce(${expression}, 0)`

/** What came today. Where the customer's time zone has changed to one further west, what came before counts as tomorrow's. */
const cameToday = (came: string) => sql<number>`sum(${sql.ref(came)})::integer`

const workflowStatusOf = (db: Database, actor: Person) =>
  projectsWithRights(db, actor)
    .innerJoin('workflow', 'workflow.project_id', 'project.id')
    .leftJoin('topic_count as total', (join) =>
      join
        .onRef('total.project_id', '=', 'project.id')
        .onRef('total.workflow_id', '=', 'workflow.id')
        .on('total.is_deleted', '=', false),
    )
    .leftJoinLateral(
      ({ selectFrom }) =>
        selectFrom('topic_day')
          .whereRef('topic_day.project_id', '=', 'project.id')
          .whereRef('topic_day.workflow_id', '=', 'workflow.id')
          .where('topic_day.is_deleted', '=', false)
          .where('topic_day.day', '>=', today)
          .select([cameToday('opened').as('opened'), cameToday('done').as('done'), cameToday('closed').as('closed')])
          .as('day'),
      (join) => join.onTrue(),
    )
    .where(isContentReadable(actor))
    .select([
      'workflow.id',
      'workflow.version',
      'project.id as project',
      'workflow.id as workflow',
      'workflow.name as workflowName',
      count(sql.ref('total.open')).as('totalOpen'),
      count(sql.ref('total.done')).as('totalDone'),
      count(sql.ref('total.closed')).as('totalClosed'),
      count(sql.ref('day.opened')).as('openedToday'),
      count(sql.ref('day.done')).as('doneToday'),
      count(sql.ref('day.closed')).as('closedToday'),
    ])

const checklistStatusOf = (db: Database, actor: Person) =>
  projectsWithRights(db, actor)
    .innerJoin('checklist', 'checklist.project_id', 'project.id')
    .leftJoin('checklist_count as total', (join) =>
      join.onRef('total.project_id', '=', 'project.id').onRef('total.checklist_id', '=', 'checklist.id'),
    )
    .leftJoinLateral(
      ({ selectFrom }) =>
        selectFrom('checklist_day')
          .whereRef('checklist_day.project_id', '=', 'project.id')
          .whereRef('checklist_day.checklist_id', '=', 'checklist.id')
          .where('checklist_day.day', '>=', today)
          .select([
            cameToday('not_started').as('not_started'),
            cameToday('in_progress').as('in_progress'),
            cameToday('done').as('done'),
          ])
          .as('day'),
      (join) => join.onTrue(),
    )
    .where(isContentReadable(actor))
    .select([
      'checklist.id',
      'checklist.version',
      'project.id as project',
      'checklist.id as checklist',
      'checklist.name',
      count(sql.ref('total.not_started')).as('notStarted'),
      count(sql.ref('total.in_progress')).as('inProgress'),
      count(sql.ref('total.done')).as('done'),
      count(sql.ref('day.not_started')).as('notStartedToday'),
      count(sql.ref('day.in_progress')).as('inProgressToday'),
      count(sql.ref('day.done')).as('doneToday'),
    ])

/** Finds the status of one workflow if the person may read it. */
export const findWorkflowStatus = async (
  db: Database,
  actor: Person,
  id: string,
): Promise<WorkflowStatus | undefined> =>
  isUuid(id) ? workflowStatusOf(db, actor).where('workflow.id', '=', id).executeTakeFirst() : undefined

/** Finds the status of one checklist if the person may read it. */
export const findChecklistStatus = async (
  db: Database,
  actor: Person,
  id: string,
): Promise<ChecklistStatus | undefined> =>
  isUuid(id) ? checklistStatusOf(db, actor).where('checklist.id', '=', id).executeTakeFirst() : undefined

/** Statuses of all workflows of these projects that the person may read, by project and name. */
export const findWorkflowStatuses = (
  db: Database,
  actor: Person,
  projects: readonly string[],
): Promise<WorkflowStatus[]> =>
  workflowStatusOf(db, actor)
    .where('project.id', '=', anyOf(projects))
    .where('workflow.project_id', '=', anyOf(projects))
    .orderBy(sql.ref('workflow.name'))
    .orderBy('workflow.id')
    .execute()

/** Statuses of these checklists that the person may read, by name. */
export const findChecklistStatuses = (
  db: Database,
  actor: Person,
  ids: readonly string[],
): Promise<ChecklistStatus[]> =>
  checklistStatusOf(db, actor)
    .where('checklist.id', '=', anyOf(ids))
    .orderBy(sql.ref('checklist.name'))
    .orderBy('checklist.id')
    .execute()

/** Lists the statuses of a project's workflows. */
export function listWorkflowStatuses(
  db: Database,
  actor: Person,
  project: string,
  query: ListQuery<typeof workflowStatuses>,
): Promise<ListPage<WorkflowStatus>> {
  let select = workflowStatusOf(db, actor).where('project.id', '=', project).where('workflow.project_id', '=', project)
  if (query.filters.q) select = select.where(containsWords(query.filters.q, 'workflow.name'))
  return page(select, query, byName('workflowName', 'workflow'))
}

/** Lists the statuses of a project's checklists. */
export function listChecklistStatuses(
  db: Database,
  actor: Person,
  project: string,
  query: ListQuery<typeof checklistStatuses>,
): Promise<ListPage<ChecklistStatus>> {
  let select = checklistStatusOf(db, actor)
    .where('project.id', '=', project)
    .where('checklist.project_id', '=', project)
  if (query.filters.q) select = select.where(containsWords(query.filters.q, 'checklist.name'))
  return page(select, query, byName('name', 'checklist'))
}

const byName = (field: string, table: string) => ({
  columns: { [field]: sql.ref(`${table}.name`) },
  id: sql.ref(`${table}.id`),
  order: [{ field, descending: false }],
})
