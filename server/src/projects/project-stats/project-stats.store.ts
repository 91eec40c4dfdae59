import type { ListQuery } from '@lintel/contract/jsonapi/query'
import { type Person, readsCustomer } from '@lintel/contract/people/permissions'
import { privilegeLevel } from '@lintel/contract/people/privilege-levels'
import type { ProjectStat, projectStats } from '@lintel/contract/projects/project-stats'
import { type RawBuilder, sql } from 'kysely'
import type { Database, Transaction } from '../../platform/database'
import { type Listed, type Ordering, type PageStep, page, stepOf } from '../../platform/paging'
import { anyOf, idOrNone, isUuid } from '../../platform/rows'
import { isAskedFor } from '../projects/project-filters.store'
import {
  isLiving,
  isSeen,
  type ProjectSource,
  projectsBeside,
  projectsWithinReach,
} from '../projects/project-rights.store'

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

/**
 * The same projects with their number of living members, and nothing else: all of them are counted in one pass, to be put
 * in the order of it, and what is shown is looked up for those of the page.
 */
const ranked = (db: Db, actor: Person, customer: string | undefined, within?: ProjectSource) =>
  projectsBeside(db, actor, within)
    .leftJoin(
      sql<{ project_id: string; num_users: number }>`(
        select member.project_id, count(*) as num_users from project_member as member
        where ${isLiving('member')} ${customer === undefined ? sql`` : sql`and member.customer_id = ${idOrNone(customer)}`}
        group by member.project_id)`.as('counted'),
      'counted.project_id',
      'project.id',
    )
    .where(isSeen(actor))
    .select([
      'project.id',
      'project.name',
      'project.created_at as createdAt',
      sql<number>`coalesce(counted.num_users, 0)`.as('numUsers'),
    ])

const orderedBy = (numUsers: RawBuilder<unknown>): Ordering => ({
  columns: { name: sql.ref('project.name'), createdAt: sql.ref('project.created_at'), numUsers },
  id: sql.ref('project.id'),
  order: [{ field: 'name', descending: false }],
})
const ordering = orderedBy(sql.ref('figures.num_users'))
const rankedOrdering = orderedBy(sql`coalesce(counted.num_users, 0)`)

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
    return listByFigure(db, actor, query, ranked(db, actor, query.filters.customer, within()).where(narrowed))
  }
  const whole = visible(db, actor, within()).where(narrowed)
  return page(visible(db, actor, within(stepOf(query, ordering))).where(narrowed), query, ordering, whole)
}

async function listByFigure(
  db: Db,
  actor: Person,
  query: ListQuery<typeof projectStats>,
  select: ReturnType<typeof ranked>,
): Promise<Listed<ProjectStat>> {
  const listed = await page(select, query, rankedOrdering)
  const ids = listed.records.map(({ id }) => id)
  const figures = new Map((await amongVisible(db, actor, ids)).map((stat) => [stat.id, stat]))
  return { ...listed, records: ids.flatMap((id) => figures.get(id) ?? []) }
}
