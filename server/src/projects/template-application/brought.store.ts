import { type CreationProgress, mostSkippedTold } from '@lintel/contract/projects/project-creation'
import { sql } from 'kysely'
import type { Database, Transaction } from '../../platform/database'

/** What has come into a project from what it is made from. */
export type Brought = Pick<CreationProgress, 'brought' | 'skipped' | 'skippedCount'>

/** What has come into a project from what it is made from, and what of that could not come. */
export async function broughtInto(db: Database | Transaction, project: string): Promise<Brought> {
  const { rows } = await sql<Brought>`
    select
      coalesce((
        select json_agg(json_build_object('type', kind.entity_type, 'count', kind.count) order by kind.entity_type)
        from (
          select entity_type, count(*) as count from copied_resource where project_id = ${project} group by entity_type
        ) as kind), '[]') as brought,
      coalesce((
        -- What was noted before names were has none.
        select json_agg('{"name":null}'::jsonb || one order by place) from jsonb_array_elements(application.skipped) with ordinality as told (one, place)
        where place <= ${mostSkippedTold}), '[]') as skipped,
      coalesce((select sum((one ->> 'entries')::int) from jsonb_array_elements(application.skipped) as one), 0)::int
        as "skippedCount"
    from (select ${project}::uuid as project_id) as asked
    left join template_application as application on application.project_id = asked.project_id`.execute(db)
  return rows[0] ?? { brought: [], skipped: [], skippedCount: 0 }
}
