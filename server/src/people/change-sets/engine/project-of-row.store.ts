import { dashboardWidgets } from '@lintel/contract/projects/dashboard-widgets'
import { sql } from 'kysely'

/** The project of a `row` of a change set: its own, or that whose card it changes; null for rows that are not about a project. */
export const projectOfRow = sql<string | null>`coalesce(row.project_id,
  case when row.object ->> 'type' = ${sql.lit(dashboardWidgets.type)} then (row.object ->> 'project')::uuid end)`
