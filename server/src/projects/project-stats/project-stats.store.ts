import type { ListQuery } from '@lintel/contract/jsonapi/query'
import { administers, type Person, readsCustomer } from '@lintel/contract/people/permissions'
import { privilegeLevel } from '@lintel/contract/people/privilege-levels'
import type { ProjectStat, projectStats } from '@lintel/contract/projects/project-stats'
import { type RawBuilder, sql } from 'kysely'
import { effectiveLevelOf } from '../../people/members/effective-level.store'
import { isActive } from '../../people/members/membership-end.store'
import { selectFields } from '../../platform/columns'
import type { Database } from '../../platform/database'
import { type ListPage, type Ordering, type PageQuery, page, pageQueryOf } from '../../platform/paging'
import { anyOf, isUuid } from '../../platform/rows'
import { matchesFilters } from '../projects/project-filters.store'
import {
  accessibleProjects,
  isVisibleTo,
  openProjectsPage,
  type ProjectSource,
  projectsWithRights,
} from '../projects/project-rights.store'
import { peopleOrdering, projectsByPeople } from './project-people.store'

/** Number of members at a level; administrators of the customer count as such, unless they own the project. */
const atLevel = (level: number) =>
  sql`count(*) filter (where ${sql.lit(level)} = ${effectiveLevelOf(
    sql.ref('member.privilege_level'),
    sql`administrator.user_id is not null`,
  )})`

/** The active members of a project, counted in one pass. */
const figures = sql<{ num_users: number; by_level: ProjectStat['numUsersByLevel'] }>`(
  select count(*) as num_users, json_build_object(
    'guest', ${atLevel(privilegeLevel.guest)},
    'member', ${atLevel(privilegeLevel.member)},
    'workflowsAdmin', ${atLevel(privilegeLevel.workflowsAdmin)},
    'admin', ${atLevel(privilegeLevel.admin)},
    'customerAdmin', ${atLevel(privilegeLevel.customerAdmin)},
    'owner', ${atLevel(privilegeLevel.owner)}) as by_level
  from project_member as member
  left join customer_admin as administrator
    on administrator.customer_id = member.customer_id and administrator.user_id = member.user_id
  where member.project_id = project.id and ${isActive('member')})`

/** Columns of the content figures, by field. */
const counted = {
  numBuildings: 'num_buildings',
  numGroups: 'num_groups',
  numDocuments: 'num_documents',
  numFolders: 'num_folders',
  numIfc: 'num_ifc',
  numIfcModels: 'num_ifc_models',
  numTemplates: 'num_templates',
  numOpenTopics: 'num_open_topics',
  numDoneTopics: 'num_done_topics',
  numClosedTopics: 'num_closed_topics',
  numChecklists: 'num_checklists',
  numSpaces: 'num_spaces',
  customFloorplans: 'custom_floorplans',
  ifcFileSize: 'ifc_file_size',
} as const

/** Figures of the projects that the person may see. */
export const visible = (db: Database, actor: Person, projectSource?: ProjectSource) =>
  projectsWithRights(db, actor, projectSource)
    .leftJoinLateral(figures.as('figures'), (join) => join.onTrue())
    .innerJoin('project_figures as content', 'content.project_id', 'project.id')
    .where(isVisibleTo(actor))
    .select([
      ...selectFields({ fields: counted }, 'content'),
      // A generated column, which Kysely types as nullable.
      sql<number>`content.num_actual_topics`.as('numActualTopics'),
      'project.id',
      'project.version',
      'project.id as project',
      'project.customer_id as customer',
      'project.name',
      'project.external_id as externalId',
      sql<ProjectStat['status']>`project.status`.as('status'),
      sql<ProjectStat['creationState']>`project.creation_state`.as('creationState'),
      'project.is_inactive as isInactive',
      'project.is_library as isLibrary',
      sql<number>`figures.num_users`.as('numUsers'),
      sql<ProjectStat['numUsersByLevel']>`figures.by_level`.as('numUsersByLevel'),
      sql<ProjectStat['error']>`case when project.status = 'Crashed' then 'Crashed' end`.as('error'),
      'project.features',
      sql<string | null>`coalesce(project.template_project_id, project.project_template_id)`.as('fromTemplateId'),
      'project.public_template_order as publicTemplateOrder',
      'project.is_hibernated as isHibernated',
      'project.created_at as createdAt',
      'project.deleted_at as deletedAt',
    ])

const contentOrders: Ordering['columns'] = Object.fromEntries(
  Object.entries({ ...counted, numActualTopics: 'num_actual_topics' }).map(([field, column]) => [
    field,
    sql.ref(`content.${column}`),
  ]),
)

const orderingWith = (numUsers: RawBuilder<unknown>): Ordering => ({
  columns: { ...contentOrders, name: sql.ref('project.name'), createdAt: sql.ref('project.created_at'), numUsers },
  id: sql.ref('project.id'),
  order: [{ field: 'name', descending: false }],
})
const ordering = orderingWith(sql.ref('figures.num_users'))
const orderingByPeople = orderingWith(sql.ref('project.num_users'))

/** Finds the figures of one project that the person may see. */
export const find = async (db: Database, actor: Person, id: string): Promise<ProjectStat | undefined> =>
  isUuid(id) ? visible(db, actor).where('project.id', '=', id).executeTakeFirst() : undefined

/** Finds the figures of the projects with these ids that the person may see. */
export const findVisibleByIds = (db: Database, actor: Person, ids: readonly string[]): Promise<ProjectStat[]> =>
  visible(db, actor).where('project.id', '=', anyOf(ids)).execute()

/** Lists the figures of the projects that the person may see, one page at a time. */
export function listVisible(
  db: Database,
  actor: Person,
  query: ListQuery<typeof projectStats>,
): Promise<ListPage<ProjectStat>> {
  const condition = matchesFilters(query.filters, ['project.name', 'project.external_id'])
  const readsAll = actor.isStaff || readsCustomer(actor, query.filters.customer)
  const projectSource = (step?: PageQuery) => (readsAll ? undefined : accessibleProjects(actor, condition, step))
  if (query.sort.some(({ field }) => field === 'numUsers')) {
    const criteria = { customer: query.filters.customer, readsAll, condition }
    const counted = projectsWithRights(db, actor, projectSource()).where(isVisibleTo(actor)).where(condition)
    return listByPeople(
      db,
      actor,
      query,
      projectsByPeople(actor, criteria, pageQueryOf(query, peopleOrdering)),
      counted,
    )
  }
  // Partial lists can only be cut to a page when sorted by the projects' own columns.
  const step = query.sort.some(({ field }) => field in contentOrders) ? undefined : pageQueryOf(query, ordering)
  // With the right to see every project of the customer, people are counted for the page only, whatever the query plan.
  const seesAll = !actor.apiToken && administers(actor, query.filters.customer)
  const source = seesAll && step ? openProjectsPage(actor, condition, step) : projectSource(step)
  return page(visible(db, actor, source).where(condition), query, ordering, () => ({
    all: projectsWithRights(db, actor, projectSource()).where(isVisibleTo(actor)).where(condition),
  }))
}

/** Sorts by the number of people first, then loads the figures of that page only. */
async function listByPeople(
  db: Database,
  actor: Person,
  query: ListQuery<typeof projectStats>,
  source: ProjectSource,
  counted: ReturnType<typeof projectsWithRights>,
): Promise<ListPage<ProjectStat>> {
  const select = projectsWithRights(db, actor, source)
    .where(isVisibleTo(actor))
    .select([
      'project.id',
      'project.name',
      'project.created_at as createdAt',
      sql.ref<number>('project.num_users').as('numUsers'),
    ])
  const listed = await page(select, query, orderingByPeople, { all: counted })
  const ids = listed.records.map(({ id }) => id)
  const figures = new Map((await findVisibleByIds(db, actor, ids)).map((stat) => [stat.id, stat]))
  return { ...listed, records: ids.flatMap((id) => figures.get(id) ?? []) }
}
