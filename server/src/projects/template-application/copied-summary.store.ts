import { type CreationProgress, maxReportedSkips } from '@lintel/contract/projects/project-creation'
import { sql } from 'kysely'
import type { Database, Transaction } from '../../platform/database'

/** Copied content of a project by type, and its skipped entries. */
export type CopiedSummary = Pick<CreationProgress, 'brought' | 'skipped' | 'skippedCount'>

/** Counts the copied content of a project and lists its skipped entries. */
export async function summarizeCopied(db: Database | Transaction, project: string): Promise<CopiedSummary> {
  const { rows } = await sql<CopiedSummary>`
    select
      coalesce((
        select json_agg(json_build_object('type', kind.entity_type, 'count', kind.count) order by kind.entity_type)
        from (
          -- Documents are recorded at the top level only, so that their number would be wrong.
          select entity_type, count(*) as count from copied_resource where project_id = ${project} and entity_type <> 'documents'
          group by entity_type
        ) as kind), '[]') as brought,
      coalesce((
        -- Entries recorded before names were stored have none.
        select json_agg('{"name":null}'::jsonb || one order by place)
        from jsonb_array_elements(application.skipped) with ordinality as entry (one, place)
        where place <= ${maxReportedSkips}), '[]') as skipped,
      coalesce((select sum((one ->> 'entries')::int) from jsonb_array_elements(application.skipped) as one), 0)::int
        as "skippedCount"
    from (select ${project}::uuid as project_id) as requested
    left join template_application as application on application.project_id = requested.project_id`.execute(db)
  return rows[0] ?? { brought: [], skipped: [], skippedCount: 0 }
}
