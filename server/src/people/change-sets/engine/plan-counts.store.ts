import type { ChangeSetSummary } from '@lintel/contract/people/change-sets'
import { type RawBuilder, sql } from 'kysely'

/** The counts of a plan, as its change set returns them. */
export type PlanCounts = Pick<
  ChangeSetSummary,
  'total' | 'change' | 'same' | 'conflict' | 'people' | 'projects' | 'conflicts'
>

/** A query that counts planned rows: those of the table, or those that a part of the same statement has just written. */
export const selectPlanCounts = (rows: RawBuilder<unknown>): RawBuilder<PlanCounts> => sql<PlanCounts>`
  select counted.*, coalesce(refused.conflicts, '{}') as conflicts
  from (
    select count(*)::int as total, count(*) filter (where outcome = 'change')::int as change,
      count(*) filter (where outcome = 'same')::int as same, count(*) filter (where outcome = 'conflict')::int as conflict,
      count(distinct coalesce(user_id::text, object ->> 'user')) filter (where outcome = 'change')::int as people,
      count(distinct project_id) filter (where outcome = 'change')::int as projects
    from ${rows} as row
  ) as counted, (
    select jsonb_object_agg(conflict, rows) as conflicts from (
      select conflict, count(*) as rows from ${rows} as row where conflict is not null group by conflict
    ) as each
  ) as refused`
