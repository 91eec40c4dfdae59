import type { ListQuery } from '@lintel/contract/jsonapi/query'
import { type Person, readsCustomer } from '@lintel/contract/people/permissions'
import { privilegeLevel } from '@lintel/contract/people/privilege-levels'
import type { ProjectStat, projectStats } from '@lintel/contract/projects/project-stats'
import { sql } from 'kysely'
import type { Database, Transaction } from '../../platform/database'
import { type Listed, type Ordering, page } from '../../platform/paging'
import { anyOf, containing, idOrNone, isUuid } from '../../platform/rows'
import { isLiving, isSeen, isWithinReach, projectsBeside } from '../projects/project-rights.store'

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

const visible = (db: Db, actor: Person) =>
  projectsBeside(db, actor)
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

const ordering: Ordering = {
  columns: {
    name: sql.ref('project.name'),
    createdAt: sql.ref('project.created_at'),
    numUsers: sql.ref('figures.num_users'),
  },
  id: sql.ref('project.id'),
  order: [{ field: 'name', descending: false }],
}

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
  const { customer, isLibrary, isHibernated, isInactive, q } = query.filters
  let select = visible(db, actor)
  if (!actor.isStaff && !readsCustomer(actor, customer)) select = select.where(isWithinReach(actor))
  if (customer !== undefined) select = select.where('project.customer_id', '=', idOrNone(customer))
  if (isLibrary !== undefined) select = select.where('project.is_library', '=', isLibrary)
  if (isHibernated !== undefined) select = select.where('project.is_hibernated', '=', isHibernated)
  if (isInactive !== undefined) select = select.where('project.is_inactive', '=', isInactive)
  if (q) select = select.where('project.name', 'ilike', containing(q))
  return page(select, query, ordering)
}
