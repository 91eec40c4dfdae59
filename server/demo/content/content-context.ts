import { customerId } from '../customers'
import type { Moments } from '../moments'
import { personId } from '../person-id'
import type { DemoProject } from '../projects'
import type { Random } from '../random'
import type { Extent } from './extent'

/** What the rows of a project's contents are generated from. */
export interface ContentContext {
  project: DemoProject
  extent: Extent
  /** Internal ids of its members. */
  members: readonly string[]
  random: Random
  moments: Moments
}

/** The columns common to all content records, created `days` days after the project. */
export function baseColumns({ project, moments }: ContentContext, id: string, name: string, days = 3) {
  const at = moments.ago(Math.max(0, project.age - days))
  return {
    id,
    customer_id: customerId(project.customer),
    project_id: project.id,
    name,
    created_at: at,
    created_by: personId(project.owner),
    updated_at: at,
  }
}
