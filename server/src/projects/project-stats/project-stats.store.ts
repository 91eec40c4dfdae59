import type { ListQuery } from '@lintel/contract/jsonapi/query'
import { administers, type Person, readsCustomer } from '@lintel/contract/people/permissions'
import { privilegeLevel } from '@lintel/contract/people/privilege-levels'
import type { ProjectStat, projectStats } from '@lintel/contract/projects/project-stats'
import { type RawBuilder, sql } from 'kysely'
import { selected } from '../../platform/columns'
import type { Database, Transaction } from '../../platform/database'
import { type Listed, type Ordering, type PageStep, page, stepOf } from '../../platform/paging'
import { anyOf, isUuid } from '../../platform/rows'
import { isAskedFor } from '../projects/project-filters.store'
import {
  isActive,
  isSeen,
  openProjectsOfPage,
  type ProjectSource,
  projectsBeside,
  projectsWithinReach,
} from '../projects/project-rights.store'
import { orderingOfPeople, projectsByPeople } from './project-people.store'

type Db = Database | Transaction

/** Members of one level; somebody who administers the customer stands above every level but the owner's. */
const atLevel = (level: number) => sql`count(*) filter (where ${sql.lit(level)} = case
  when member.privilege_level < ${sql.lit(privilegeLevel.owner)} and administrator.user_id is not null
  then ${sql.lit(privilegeLevel.customerAdmin)} else member.privilege_level end)`

/** The living members of a project, counted in one pass. */
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

/** The columns of what is counted of a project's content, by the fields that show them. */
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

/** The figures of the projects that the person may see. */
export const visible = (db: Db, actor: Person, within?: ProjectSource) =>
  projectsBeside(db, actor, within)
    .leftJoinLateral(figures.as('figures'), (join) => join.onTrue())
    .innerJoin('project_figures as content', 'content.project_id', 'project.id')
    .where(isSeen(actor))
    .select([
      ...selected({ fields: counted }, 'content'),
      // The database makes it, which knows no generated column that is never null.
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

const orderedBy = (numUsers: RawBuilder<unknown>): Ordering => ({
  columns: { ...contentOrders, name: sql.ref('project.name'), createdAt: sql.ref('project.created_at'), numUsers },
  id: sql.ref('project.id'),
  order: [{ field: 'name', descending: false }],
})
const ordering = orderedBy(sql.ref('figures.num_users'))
const orderingByPeople = orderedBy(sql.ref('project.num_users'))

/** The figures of one project that the person may see. */
export const find = async (db: Db, actor: Person, id: string): Promise<ProjectStat | undefined> =>
  isUuid(id) ? visible(db, actor).where('project.id', '=', id).executeTakeFirst() : undefined

/** The figures of those of the projects that the person may see. */
export const amongVisible = (db: Db, actor: Person, ids: readonly string[]): Promise<ProjectStat[]> =>
  visible(db, actor).where('project.id', '=', anyOf(ids)).execute()

/** The figures of the projects that the person may see, a page at a time. */
export function listVisible(
  db: Db,
  actor: Person,
  query: ListQuery<typeof projectStats>,
): Promise<Listed<ProjectStat>> {
  const narrowed = isAskedFor(query.filters, ['project.name', 'project.external_id'])
  const readsAll = actor.isStaff || readsCustomer(actor, query.filters.customer)
  const within = (step?: PageStep) => (readsAll ? undefined : projectsWithinReach(actor, narrowed, step))
  if (query.sort.some(({ field }) => field === 'numUsers')) {
    const asked = { customer: query.filters.customer, readsAll, narrowed }
    const counted = projectsBeside(db, actor, within()).where(isSeen(actor)).where(narrowed)
    return listByPeople(db, actor, query, projectsByPeople(actor, asked, stepOf(query, orderingOfPeople)), counted)
  }
  // Parts of the list are cut to a page in an order of projects' own columns alone.
  const step = query.sort.some(({ field }) => field in contentOrders) ? undefined : stepOf(query, ordering)
  // Whom the customer's rights show every project: people are counted for those of the page, however the database plans the rest.
  const seesAll = !actor.apiToken && administers(actor, query.filters.customer)
  const source = seesAll && step ? openProjectsOfPage(actor, narrowed, step) : within(step)
  return page(visible(db, actor, source).where(narrowed), query, ordering, () => ({
    all: projectsBeside(db, actor, within()).where(isSeen(actor)).where(narrowed),
  }))
}

/** Put into order by the number of people alone; what is shown is looked up for those of the page. */
async function listByPeople(
  db: Db,
  actor: Person,
  query: ListQuery<typeof projectStats>,
  source: ProjectSource,
  counted: ReturnType<typeof projectsBeside>,
): Promise<Listed<ProjectStat>> {
  const select = projectsBeside(db, actor, source)
    .where(isSeen(actor))
    .select([
      'project.id',
      'project.name',
      'project.created_at as createdAt',
      sql.ref<number>('project.num_users').as('numUsers'),
    ])
  const listed = await page(select, query, orderingByPeople, { all: counted })
  const ids = listed.records.map(({ id }) => id)
  const figures = new Map((await amongVisible(db, actor, ids)).map((stat) => [stat.id, stat]))
  return { ...listed, records: ids.flatMap((id) => figures.get(id) ?? []) }
}
