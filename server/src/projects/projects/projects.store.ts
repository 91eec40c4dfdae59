import type { ListQuery } from '@lintel/contract/jsonapi/query'
import { type Person, readsCustomer } from '@lintel/contract/people/permissions'
import type { Project, projects } from '@lintel/contract/projects/projects'
import { sql } from 'kysely'
import type { Database, Transaction } from '../../platform/database'
import { type Listed, type Ordering, type PageStep, page, stepOf } from '../../platform/paging'
import { anyOf, isUuid } from '../../platform/rows'
import { isAskedFor } from './project-filters.store'
import {
  administersCustomer,
  foundProjectsOfPage,
  indexedProjectsOfPage,
  isSeen,
  ownLevel,
  type ProjectSource,
  projectsBeside,
  projectsWithinReach,
} from './project-rights.store'
import { projectUri } from './project-uri.store'

type Db = Database | Transaction

/** The projects that the person may see, with everything that is shown of one. */
export const visible = (db: Db, actor: Person, publicUrl: string, within?: ProjectSource) =>
  projectsBeside(db, actor, within)
    .where(isSeen(actor))
    .select([
      'project.id',
      'project.version',
      'project.name',
      projectUri(publicUrl).as('projectUri'),
      'project.description',
      'project.external_id as externalId',
      'project.customer_id as customer',
      // Looked up for the projects of the page alone, however the database plans the rest.
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

/** What the customer relations system knows is nobody's business but the administrators'. */
const commercial = (actor: Person) => {
  const shown = (column: string) =>
    sql<string | null>`case when ${administersCustomer(actor)} then ${sql.ref(column)} end`
  return [
    shown('project.salesforce_account_id').as('salesforceAccountId'),
    shown('project.salesforce_account_name').as('salesforceAccountName'),
    shown('project.salesforce_project_id').as('salesforceProjectId'),
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

/** One project that the person may see. */
export const find = async (db: Db, actor: Person, publicUrl: string, id: string): Promise<Project | undefined> =>
  isUuid(id) ? visible(db, actor, publicUrl).where('project.id', '=', id).executeTakeFirst() : undefined

/** Those of the ids that the person may see. */
export const amongVisible = (db: Db, actor: Person, publicUrl: string, ids: readonly string[]): Promise<Project[]> =>
  visible(db, actor, publicUrl).where('project.id', '=', anyOf(ids)).execute()

/**
 * From so many letters on, staff's searches of all projects are answered by the index of groups of letters first and ordered
 * afterwards. Fewer letters are in nearly every name: the order's own index finds a page of those at once.
 */
const letters = 3

/** The projects that the person may see, a page at a time. */
export function listVisible(
  db: Db,
  actor: Person,
  publicUrl: string,
  query: ListQuery<typeof projects>,
): Promise<Listed<Project>> {
  const narrowed = isAskedFor(query.filters, ['project.name', 'project.external_id'])
  if (actor.isStaff) {
    const step = stepOf(query, ordering)
    const shown = (query.filters.q?.length ?? 0) < letters ? indexedProjectsOfPage : foundProjectsOfPage
    return page(visible(db, actor, publicUrl, shown(actor, narrowed, step)), query, ordering, {
      all: projectsBeside(db, actor).where(isSeen(actor)).where(narrowed),
    })
  }
  if (readsCustomer(actor, query.filters.customer)) {
    return page(visible(db, actor, publicUrl).where(narrowed), query, ordering)
  }
  const within = (step?: PageStep) => visible(db, actor, publicUrl, projectsWithinReach(actor, narrowed, step))
  return page(within(stepOf(query, ordering)), query, ordering, { all: within() })
}
