import type { ListQuery } from '@lintel/contract/jsonapi/query'
import type { Person } from '@lintel/contract/people/permissions'
import { minAdminLevel } from '@lintel/contract/people/privilege-levels'
import type { TemplateProject, templateProjects } from '@lintel/contract/projects/template-projects'
import { type Expression, type SqlBool, sql } from 'kysely'
import { homeCustomerOf } from '../../people/users/belongs-to-customer.store'
import type { Database } from '../../platform/database'
import { type ListPage, type Ordering, page } from '../../platform/paging'
import { anyOf, isUuid, uuidOrNil } from '../../platform/rows'
import { containsWords } from '../../platform/search'
import { isAdministered, isOpenTo, projectsWithRights } from '../projects/project-rights.store'

const isOfOwnCustomer = (actor: Person) => sql<SqlBool>`(
  administration.user_id is not null or project.customer_id = ${homeCustomerOf(actor.id)})`

/** In a query from `projectsWithRights`: projects that the person may use as a template. Guests may use none. */
const isOffered = (actor: Person): Expression<SqlBool> => sql<SqlBool>`(
  ${sql.lit(actor.guestOf === null)} and not project.is_inactive and (
    project.is_default_template
    or (project.is_template and ${actor.isStaff ? sql`true` : isOfOwnCustomer(actor)} and ${isOpenTo(actor)})
    or ${isAdministered(actor)}))`

/** The same projects, found by index from the person's side. */
const isAccessible = (actor: Person): Expression<SqlBool> => sql<SqlBool>`project.id in (
  select id from project as offered where offered.is_default_template
  union all
  select id from project as offered where offered.is_template and (${sql.lit(actor.isStaff)} or offered.customer_id = ${homeCustomerOf(actor.id)})
  union all
  select project_id from project_member as own
    where own.user_id = ${actor.id} and own.privilege_level >= ${sql.lit(minAdminLevel)}
  union all
  select id from project as theirs
    where theirs.customer_id in (select customer_id from customer_admin where user_id = ${actor.id} and not awaits_proof))`

const offered = (db: Database, actor: Person) =>
  projectsWithRights(db, actor)
    .where(isOffered(actor))
    .select([
      'project.id',
      'project.version',
      'project.name',
      'project.description',
      'project.is_default_template as isDefault',
      'project.is_library as isLibrary',
      sql<string | null>`case when not project.is_default_template then project.customer_id end`.as('customer'),
      'project.public_template_order as position',
    ])

const ordering: Ordering = {
  columns: {
    name: sql.ref('project.name'),
    isDefault: sql.ref('project.is_default_template'),
    position: sql`coalesce(project.public_template_order, 2147483647)`,
  },
  empty: { position: 2_147_483_647 },
  id: sql.ref('project.id'),
  order: [
    { field: 'position', descending: false },
    { field: 'name', descending: false },
  ],
}

/** Finds a project that the person may use as a template. */
export const find = async (db: Database, actor: Person, id: string): Promise<TemplateProject | undefined> =>
  isUuid(id) ? offered(db, actor).where('project.id', '=', id).executeTakeFirst() : undefined

/** Finds the projects with these ids that the person may use as a template. */
export const findOfferedByIds = (db: Database, actor: Person, ids: readonly string[]): Promise<TemplateProject[]> =>
  offered(db, actor).where('project.id', '=', anyOf(ids)).execute()

/** Lists the projects that the person may use as a template, the platform's defaults first. */
export function listOffered(
  db: Database,
  actor: Person,
  query: ListQuery<typeof templateProjects>,
): Promise<ListPage<TemplateProject>> {
  const { customer, q } = query.filters
  let select = offered(db, actor).where(isAccessible(actor))
  if (customer !== undefined) {
    select = select
      .where('project.customer_id', '=', uuidOrNil(customer))
      .where('project.is_default_template', '=', false)
  }
  if (q) select = select.where(containsWords(q, 'project.name'))
  return page(select, query, ordering)
}
