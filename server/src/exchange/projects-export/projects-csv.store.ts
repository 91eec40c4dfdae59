import type { ProjectCsvColumn } from '@lintel/contract/exchange/projects-csv'
import type { ListQuery } from '@lintel/contract/jsonapi/query'
import type { Person } from '@lintel/contract/people/permissions'
import type { Project, projects } from '@lintel/contract/projects/projects'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../platform/database'
import { type Listed, type Ordering, page } from '../../platform/paging'
import { plannedAnew } from '../../platform/prepared-statements'
import { isAskedFor } from '../../projects/projects/project-filters.store'
import { isActive, isSeen, projectsBeside } from '../../projects/projects/project-rights.store'

/** A project of the file: the columns that are asked for, and the features that it has. */
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

/** What a column stands for beside {@link projectsBeside}; `state`, `providers` and the features are made of what each row has. */
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

/** What the file is made of. */
export interface ProjectCsvQuery extends Pick<ListQuery<typeof projects>, 'sort'> {
  filters: Parameters<typeof isAskedFor>[0]
  wanted: ReadonlySet<string>
}

/** The next projects of the file that the person sees, after the cursor of those before. */
export function projectsOfFile(
  db: Database,
  actor: Person,
  { wanted, filters, sort }: ProjectCsvQuery,
  step: { size: number; after?: string },
): Promise<Listed<ProjectCsvRow>> {
  const extra = Object.entries(columns).flatMap(([id, column]) => (wanted.has(id) ? [column.as(id)] : []))
  const select = projectsBeside(db, actor)
    // How many of the database's projects are the customer's decides how a page is found.
    .modifyFront(sql.raw(plannedAnew))
    .innerJoin('project_figures as content', 'content.project_id', 'project.id')
    .$if(wanted.has('customer'), (query) => query.innerJoin('customer as tenant', 'tenant.id', 'project.customer_id'))
    .$if(wanted.has('owner'), (query) => query.innerJoin('app_user as owner', 'owner.id', 'project.owner_id'))
    .where(isSeen(actor))
    .where(isAskedFor(filters, ['project.name', 'project.external_id']))
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

/** Those of the ids that a feature has. */
export async function knownFeatures(db: Database, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('feature')
    .select('id')
    .where('id', 'in', [...ids, ''])
    .execute()
  return new Set(rows.map(({ id }) => id))
}
