import type { ExportQuery } from '@lintel/contract/exchange/export-query'
import type { Person } from '@lintel/contract/people/permissions'
import { sql } from 'kysely'
import type { Database } from '../../platform/database'
import { uuidOrNil } from '../../platform/rows'
import { isVisibleTo, projectsWithRights } from '../../projects/projects/project-rights.store'

/** Object counts of one classification in the models of a project. */
export interface ClassificationCount {
  project: string
  projectName: string
  classification: string
  models: number
  objects: number
}

/** Counts classified objects by project, for visible projects that are not deleted. */
export const listClassifications = (
  db: Database,
  actor: Person,
  customer: string,
  { filter, skip, limit }: ExportQuery<{ project?: string | undefined }>,
): Promise<ClassificationCount[]> =>
  projectsWithRights(db, actor)
    .innerJoin('ifc_model as model', 'model.project_id', 'project.id')
    .innerJoinLateral(
      sql<{ key: string; value: string }>`jsonb_each_text(model.classifications)`.as('counted'),
      (join) => join.onTrue(),
    )
    .where(isVisibleTo(actor))
    .where('project.is_inactive', '=', false)
    .where('project.customer_id', '=', uuidOrNil(customer))
    .$if(filter.project !== undefined, (all) => all.where('project.id', '=', uuidOrNil(filter.project ?? '')))
    .groupBy(['project.id', 'project.name', 'counted.key'])
    .orderBy('project.name')
    .orderBy('project.id')
    .orderBy('counted.key')
    .offset(skip)
    .limit(limit)
    .select([
      'project.id as project',
      'project.name as projectName',
      'counted.key as classification',
      sql<number>`count(*)`.as('models'),
      sql<number>`sum(counted.value::bigint)::bigint`.as('objects'),
    ])
    .execute()
