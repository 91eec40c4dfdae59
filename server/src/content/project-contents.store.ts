import type { ProjectContent, projectContents } from '@lintel/contract/content/project-contents'
import type { ListQuery } from '@lintel/contract/jsonapi/query'
import type { Person } from '@lintel/contract/people/permissions'
import { sql } from 'kysely'
import type { Database } from '../platform/database'
import { type ListPage, type Ordering, page, type TotalSharing } from '../platform/paging'
import { isUuid, uuidOrNil } from '../platform/rows'
import { containsWords } from '../platform/search'
import { projectsWithRights } from '../projects/projects/project-rights.store'
import { isContentReadable } from './content-access.store'

const visible = (db: Database, actor: Person) =>
  projectsWithRights(db, actor)
    .innerJoin('project_content as content', 'content.project_id', 'project.id')
    .where(isContentReadable(actor))
    .select([
      'content.id',
      'content.version',
      sql<ProjectContent['entityType']>`content.entity_type`.as('entityType'),
      'content.name',
      'content.id as record',
      'project.id as project',
      'content.content_hash as contentHash',
    ])

const ordering: Ordering = {
  columns: { name: sql.ref('content.name') },
  id: sql.ref('content.id'),
  order: [{ field: 'name', descending: false }],
}

/** Finds one copyable content record if the person may read it. */
export const findContentEntry = async (db: Database, actor: Person, id: string): Promise<ProjectContent | undefined> =>
  isUuid(id) ? visible(db, actor).where('content.id', '=', id).executeTakeFirst() : undefined

/** The project of a copyable content record, without any access check. */
export async function projectOfEntry(db: Database, id: string): Promise<string | undefined> {
  if (!isUuid(id)) return undefined
  const found = await db.selectFrom('project_content').select('project_id').where('id', '=', id).executeTakeFirst()
  return found?.project_id
}

/** Lists the copyable content of the projects that the person may read, one page at a time. */
export function listContentEntries(
  db: Database,
  actor: Person,
  query: ListQuery<typeof projectContents> & TotalSharing,
): Promise<ListPage<ProjectContent>> {
  const { project, entityType, q } = query.filters
  let select = visible(db, actor)
  if (project !== undefined) {
    const id = uuidOrNil(project)
    select = select.where('project.id', '=', id).where('content.project_id', '=', id)
  }
  if (entityType !== undefined) select = select.where('content.entity_type', '=', entityType)
  if (q) select = select.where(containsWords(q, 'content.name'))
  return page(select, query, ordering)
}
