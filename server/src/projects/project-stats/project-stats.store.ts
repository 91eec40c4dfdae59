import type { ListQuery } from '@lintel/contract/jsonapi/query'
import { type Person, readsCustomer } from '@lintel/contract/people/permissions'
import { privilegeLevel } from '@lintel/contract/people/privilege-levels'
import type { ProjectStat, projectStats } from '@lintel/contract/projects/project-stats'
import { type RawBuilder, sql } from 'kysely'
import type { Database, Transaction } from '../../platform/database'
import { type Listed, type Ordering, type PageStep, page, stepOf } from '../../platform/paging'
import { anyOf, isUuid } from '../../platform/rows'
import { isAskedFor } from '../projects/project-filters.store'
import {
  isLiving,
  isSeen,
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
  where member.project_id = project.id and ${isLiving('member')})`

/** Every project has the automatic group `@Project` of all its members. */
const automaticGroups = 1

const visible = (db: Db, actor: Person, within?: ProjectSource) =>
  projectsBeside(db, actor, within)
    .leftJoinLateral(figures.as('figures'), (join) => join.onTrue())
    .where(isSeen(actor))
    .select([
      'project.id',
      'project.version',
      'project.id as project',
      'project.customer_id as customer',
      'project.name',
      sql<number>`figures.num_users`.as('numUsers'),
      sql<ProjectStat['numUsersByLevel']>`figures.by_level`.as('numUsersByLevel'),
      sql<number>`${sql.lit(automaticGroups)}`.as('numGroups'),
      'project.features',
      sql<string | null>`coalesce(project.template_project_id, project.project_template_id)`.as('fromTemplateId'),
      'project.public_template_order as publicTemplateOrder',
      'project.is_hibernated as isHibernated',
      'project.created_at as createdAt',
      'project.deleted_at as deletedAt',
    ])

const orderedBy = (numUsers: RawBuilder<unknown>): Ordering => ({
  columns: { name: sql.ref('project.name'), createdAt: sql.ref('project.created_at'), numUsers },
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
  const narrowed = isAskedFor(query.filters, ['project.name'])
  const readsAll = actor.isStaff || readsCustomer(actor, query.filters.customer)
  const within = (step?: PageStep) => (readsAll ? undefined : projectsWithinReach(actor, narrowed, step))
  if (query.sort.some(({ field }) => field === 'numUsers')) {
    const asked = { customer: query.filters.customer, readsAll, narrowed }
    const counted = projectsBeside(db, actor, within()).where(isSeen(actor)).where(narrowed)
    return listByPeople(db, actor, query, projectsByPeople(actor, asked, stepOf(query, orderingOfPeople)), counted)
  }
  const whole = visible(db, actor, within()).where(narrowed)
  return page(visible(db, actor, within(stepOf(query, ordering))).where(narrowed), query, ordering, { all: whole })
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
