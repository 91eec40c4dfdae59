import type { ListQuery } from '@lintel/contract/jsonapi/query'
import type { Person } from '@lintel/contract/people/permissions'
import type { ProjectLink, projectLinks } from '@lintel/contract/projects/project-links'
import { sql } from 'kysely'
import { endOf, lastDayOf } from '../../people/members/membership-end.store'
import type { Database } from '../../platform/database'
import { type ListPage, type Ordering, page } from '../../platform/paging'
import { isUuid } from '../../platform/rows'
import { containsWords } from '../../platform/search'
import { isAccessible, isEnterable, missingMethods, projectsWithRights } from '../projects/project-rights.store'
import { projectUri } from '../projects/project-uri.store'

/** Stored in the membership, or in a bookmark for administrators of the customer who are no members. */
const lastOpened = sql<string | null>`coalesce(membership.last_opened_at, bookmark.opened_at)`

/** Last day of the membership in the time zone of the project's customer; null if it does not end. */
const lastDay = sql<string | null>`case when ${endOf('membership')} is not null then
  ${lastDayOf(
    'membership',
    sql`coalesce((select tenant.time_zone from customer as tenant where tenant.id = project.customer_id), 'UTC')`,
  )} end`

const enterable = (db: Database, actor: Person, publicUrl: string) =>
  projectsWithRights(db, actor)
    .leftJoin('project_bookmark as bookmark', (join) =>
      join.onRef('bookmark.project_id', '=', 'project.id').on('bookmark.user_id', '=', actor.id),
    )
    .where(isEnterable(actor))
    .select([
      'project.id',
      'project.version',
      'project.name',
      projectUri(publicUrl).as('projectUri'),
      'project.description',
      'project.external_id as externalId',
      'project.is_hibernated as isHibernated',
      'project.is_library as isLibrary',
      lastOpened.as('lastOpenedAt'),
      lastDay.as('lastDay'),
      sql<boolean>`coalesce(bookmark.is_favourite, false)`.as('isFavourite'),
      sql<ProjectLink['creationState']>`project.creation_state`.as('creationState'),
      sql<string[]>`coalesce(${missingMethods(actor)}, '{}')`.as('loginMethods'),
    ])

const ordering: Ordering = {
  columns: {
    name: sql.ref('project.name'),
    externalId: sql`coalesce(project.external_id, '')`,
    lastOpenedAt: sql`coalesce(${lastOpened}, '-infinity')`,
  },
  empty: { lastOpenedAt: '-infinity' },
  id: sql.ref('project.id'),
  order: [{ field: 'name', descending: false }],
}

/** Finds a project that the person can enter. */
export const find = async (
  db: Database,
  actor: Person,
  publicUrl: string,
  id: string,
): Promise<ProjectLink | undefined> =>
  isUuid(id) ? enterable(db, actor, publicUrl).where('project.id', '=', id).executeTakeFirst() : undefined

/** Lists the projects that the person can enter, one page at a time. */
export function listEnterable(
  db: Database,
  actor: Person,
  publicUrl: string,
  query: ListQuery<typeof projectLinks>,
): Promise<ListPage<ProjectLink>> {
  const { active, isLibrary, isHibernated, q } = query.filters
  let select = enterable(db, actor, publicUrl).where(isAccessible(actor))
  if (active !== undefined) select = select.where('project.is_inactive', '=', !active)
  if (isLibrary !== undefined) select = select.where('project.is_library', '=', isLibrary)
  if (isHibernated !== undefined) select = select.where('project.is_hibernated', '=', isHibernated)
  if (q) select = select.where(containsWords(q, 'project.name', 'project.external_id'))
  return page(select, query, ordering)
}
