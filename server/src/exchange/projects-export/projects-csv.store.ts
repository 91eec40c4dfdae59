import type { ProjectCsvColumn } from '@lintel/contract/exchange/projects-csv'
import type { ListQuery } from '@lintel/contract/jsonapi/query'
import type { Person } from '@lintel/contract/people/permissions'
import type { Project, projects } from '@lintel/contract/projects/projects'
import { type RawBuilder, sql } from 'kysely'
import { isActive } from '../../people/members/membership-end.store'
import type { Database } from '../../platform/database'
import { type ListPage, type Ordering, page } from '../../platform/paging'
import { alwaysReplan } from '../../platform/prepared-statements'
import { matchesFilters } from '../../projects/projects/project-filters.store'
import { isVisibleTo, projectsWithRights } from '../../projects/projects/project-rights.store'

/** A project row of the file: the requested columns and the project's features. */
export interface ProjectCsvRow extends Partial<Record<ProjectCsvColumn, string | number | boolean | null>> {
  id: string
  features: string[]
  methods: string[]
  isInactive: boolean
  isHibernated: boolean
  status: Project['status']
  creationState: Project['creationState']
  isLibrary: boolean
}

/** Additional columns to select; `state`, `providers` and the features are derived from columns of every row. */
const columns: Partial<Record<ProjectCsvColumn, RawBuilder<unknown>>> = {
  description: sql.ref('project.description'),
  customer: sql.ref('tenant.name'),
  owner: sql.ref('owner.email'),
  project: sql.ref('project.id'),
  deletedAt: sql.ref('project.deleted_at'),
  error: sql`case when project.status = 'Crashed' then 'Crashed' end`,
  fromTemplateId: sql`coalesce(project.template_project_id, project.project_template_id)`,
  publicTemplateOrder: sql.ref('project.public_template_order'),
  numUsers: sql`(select count(*) from project_member as member where member.project_id = project.id and ${isActive('member')})`,
  numBuildings: sql.ref('content.num_buildings'),
  numGroups: sql.ref('content.num_groups'),
  numDocuments: sql.ref('content.num_documents'),
  numFolders: sql.ref('content.num_folders'),
  numIfc: sql.ref('content.num_ifc'),
  numIfcModels: sql.ref('content.num_ifc_models'),
  numTemplates: sql.ref('content.num_templates'),
  numActualTopics: sql.ref('content.num_actual_topics'),
  numOpenTopics: sql.ref('content.num_open_topics'),
  numDoneTopics: sql.ref('content.num_done_topics'),
  numClosedTopics: sql.ref('content.num_closed_topics'),
  numChecklists: sql.ref('content.num_checklists'),
  numSpaces: sql.ref('content.num_spaces'),
  customFloorplans: sql.ref('content.custom_floorplans'),
  ifcFileSize: sql.ref('content.ifc_file_size'),
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

/** The query of the file's projects. */
export interface ProjectCsvQuery extends Pick<ListQuery<typeof projects>, 'sort'> {
  filters: Parameters<typeof matchesFilters>[0]
  requested: ReadonlySet<string>
}

/** Lists a page of the visible projects after the cursor. */
export function listProjectRows(
  db: Database,
  actor: Person,
  { requested, filters, sort }: ProjectCsvQuery,
  step: { size: number; after?: string },
): Promise<ListPage<ProjectCsvRow>> {
  const extra = Object.entries(columns).flatMap(([id, column]) => (requested.has(id) ? [column.as(id)] : []))
  const select = projectsWithRights(db, actor)
    // Replan each time: the best plan depends on the customer's share of all projects.
    .modifyFront(sql.raw(alwaysReplan))
    .innerJoin('project_figures as content', 'content.project_id', 'project.id')
    .$if(requested.has('customer'), (query) =>
      query.innerJoin('customer as tenant', 'tenant.id', 'project.customer_id'),
    )
    .$if(requested.has('owner'), (query) => query.innerJoin('app_user as owner', 'owner.id', 'project.owner_id'))
    .where(isVisibleTo(actor))
    .where(matchesFilters(filters, ['project.name', 'project.external_id']))
    .select([
      'project.id',
      'project.name',
      'project.external_id as externalId',
      'project.created_at as createdAt',
      'project.features',
      'project.providers as methods',
      'project.is_inactive as isInactive',
      'project.is_hibernated as isHibernated',
      sql<Project['status']>`project.status`.as('status'),
      sql<Project['creationState']>`project.creation_state`.as('creationState'),
      'project.is_library as isLibrary',
    ])
    .select(extra)
  return page<ProjectCsvRow>(select, { sort, page: step }, ordering)
}

/** The ids among these that are features. */
export async function knownFeatures(db: Database, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('feature')
    .select('id')
    .where('id', 'in', [...ids, ''])
    .execute()
  return new Set(rows.map(({ id }) => id))
}
