import type { ExportQuery } from '@lintel/contract/exchange/export-query'
import type { Person } from '@lintel/contract/people/permissions'
import { sql } from 'kysely'
import type { Database } from '../../platform/database'
import { uuidOrNil } from '../../platform/rows'
import { isSeen, projectsBeside } from '../../projects/projects/project-rights.store'

/** A class of objects in the models of a project. */
export interface ClassificationCount {
  project: string
  projectName: string
  classification: string
  models: number
  objects: number
}

/** What the models of a customer's projects say of their classes, for the projects that the person sees and that are not deleted. */
export const classificationsOf = (
  db: Database,
  actor: Person,
  customer: string,
  { filter, skip, limit }: ExportQuery<{ project?: string | undefined }>,
): Promise<ClassificationCount[]> =>
  projectsBeside(db, actor)
    .innerJoin('ifc_model as model', 'model.project_id', 'project.id')
    .innerJoinLateral(
      sql<{ key: string; value: string }>`jsonb_each_text(model.classifications)`.as('counted'),
      (join) => join.onTrue(),
    )
    .where(isSeen(actor))
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
