import type { ListQuery } from '@lintel/contract/jsonapi/query'
import { type Person, readsCustomer } from '@lintel/contract/people/permissions'
import type { Project, projects } from '@lintel/contract/projects/projects'
import { sql } from 'kysely'
import type { Database } from '../../platform/database'
import { type ListPage, type Ordering, type PageQuery, page, pageQueryOf } from '../../platform/paging'
import { anyOf, isUuid } from '../../platform/rows'
import { matchesFilters } from './project-filters.store'
import {
  accessibleProjects,
  administersCustomer,
  filteredProjectsPage,
  indexedProjectsPage,
  isVisibleTo,
  ownLevel,
  type ProjectSource,
  projectsWithRights,
} from './project-rights.store'
import { projectUri } from './project-uri.store'

/** Projects that the person may see, with all fields. */
export const visible = (db: Database, actor: Person, publicUrl: string, within?: ProjectSource) =>
  projectsWithRights(db, actor, within)
    .where(isVisibleTo(actor))
    .select([
      'project.id',
      'project.version',
      'project.name',
      projectUri(publicUrl).as('projectUri'),
      'project.description',
      'project.external_id as externalId',
      'project.customer_id as customer',
      // A subquery, so that it is evaluated for the page only, whatever the query plan.
      sql<string | null>`(select owner.email from app_user as owner where owner.id = project.owner_id)`.as('owner'),
      'project.features',
      'project.providers',
      sql<Project['status']>`project.status`.as('status'),
      'project.crashed_at as crashedAt',
      sql<Project['creationState']>`project.creation_state`.as('creationState'),
      'project.is_hibernated as isHibernated',
      'project.is_inactive as isInactive',
      'project.is_library as isLibrary',
      'project.template_project_id as templateProjectId',
      'project.project_template_id as projectTemplateId',
      ...commercial(actor),
      'project.trial_ends_at as trialEndsAt',
      ownLevel.as('privilegeLevel'),
      sql<string>`(select tenant.time_zone from customer as tenant where tenant.id = project.customer_id)`.as(
        'timeZone',
      ),
      'project.created_at as createdAt',
      'project.updated_at as updatedAt',
      'project.deleted_at as deletedAt',
    ])

/** CRM fields are visible to administrators only. */
const commercial = (actor: Person) => {
  const forAdministrators = (column: string) =>
    sql<string | null>`case when ${administersCustomer(actor)} then ${sql.ref(column)} end`
  return [
    forAdministrators('project.salesforce_account_id').as('salesforceAccountId'),
    forAdministrators('project.salesforce_account_name').as('salesforceAccountName'),
    forAdministrators('project.salesforce_project_id').as('salesforceProjectId'),
  ]
}

const ordering: Ordering = {
  columns: {
    name: sql.ref('project.name'),
    createdAt: sql.ref('project.created_at'),
    externalId: sql`coalesce(project.external_id, '')`,
  },
  id: sql.ref('project.id'),
  order: [{ field: 'name', descending: false }],
}

/** Finds a project that the person may see. */
export const find = async (db: Database, actor: Person, publicUrl: string, id: string): Promise<Project | undefined> =>
  isUuid(id) ? visible(db, actor, publicUrl).where('project.id', '=', id).executeTakeFirst() : undefined

/** Finds the projects with these ids that the person may see. */
export const findVisibleByIds = (
  db: Database,
  actor: Person,
  publicUrl: string,
  ids: readonly string[],
): Promise<Project[]> => visible(db, actor, publicUrl).where('project.id', '=', anyOf(ids)).execute()

/**
 * Minimum search length for the trigram index in staff's searches. Shorter texts match nearly every name, so scanning in sort order finds a
 * page faster.
 */
const minTrigramLength = 3

/** Lists the projects that the person may see, one page at a time. */
export function listVisible(
  db: Database,
  actor: Person,
  publicUrl: string,
  query: ListQuery<typeof projects>,
): Promise<ListPage<Project>> {
  const condition = matchesFilters(query.filters, ['project.name', 'project.external_id'])
  if (actor.isStaff) {
    const step = pageQueryOf(query, ordering)
    const pageSource = (query.filters.q?.length ?? 0) < minTrigramLength ? indexedProjectsPage : filteredProjectsPage
    return page(visible(db, actor, publicUrl, pageSource(actor, condition, step)), query, ordering, {
      all: projectsWithRights(db, actor).where(isVisibleTo(actor)).where(condition),
    })
  }
  if (readsCustomer(actor, query.filters.customer)) {
    return page(visible(db, actor, publicUrl).where(condition), query, ordering)
  }
  const within = (step?: PageQuery) => visible(db, actor, publicUrl, accessibleProjects(actor, condition, step))
  return page(within(pageQueryOf(query, ordering)), query, ordering, { all: within() })
}
