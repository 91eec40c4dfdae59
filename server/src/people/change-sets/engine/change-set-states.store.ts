import type { FailureDetail } from '@lintel/contract/people/archive-refusals'
import type { ChangeSetState } from '@lintel/contract/people/change-sets'
import type { ChangeTold } from '@lintel/contract/settings/events'
import { sql } from 'kysely'
import { instantOf } from '../../../platform/clock'
import type { Transaction } from '../../../platform/database'
import { telling } from '../../../platform/events/change-channel'
import type { AppliedSet, Following } from './change-kind'
import type { PlanCounts } from './plan-counts.store'

/** The change set, where it stands as said. */
export const ofState = (db: Transaction, id: string, state: ChangeSetState) =>
  db.updateTable('change_set').where('id', '=', id).where('state', '=', state)

const noted = sql<number>`version + 1`

/** A job is to apply it. */
export const noteApplying = (db: Transaction, id: string, by: string) =>
  ofState(db, id, 'planned')
    .set({
      state: 'applying',
      applied_by: by,
      done: 0,
      total: sql<number>`(summary ->> 'change')::int`,
      version: noted,
    })
    .execute()

/** It was to be applied by a job, which has not begun: it is planned as before. */
export const notePlannedAgain = (db: Transaction, id: string) =>
  ofState(db, id, 'applying')
    .set({ state: 'planned', applied_by: null, done: sql<number>`total`, version: noted })
    .execute()

/**
 * It is applied. Gives what proves later that its rows are those that were applied, how many and a digest of what they say, and what
 * was found for what follows.
 */
export async function noteApplied(
  db: Transaction,
  { id, customer }: Pick<AppliedSet, 'id' | 'customer'>,
  { from, by, changed, now, told, counts, following }: NotedApplied,
): Promise<{ rows: number; digest: string; found: unknown }> {
  const { rows } = await sql<{ rows: number; digest: string; found: unknown }>`
    with ${following ? sql`${following.parts}, ` : sql``}proof as (
      select count(*)::int as rows, encode(sha256(convert_to(coalesce(string_agg(
        number || ' ' || coalesce(user_id::text, '') || ' ' || coalesce(project_id::text, '') || ' '
        || coalesce(object::text, '') || ' ' || coalesce(before::text, '') || ' ' || coalesce(after::text, ''), E'\n' order by number
      ), ''), 'UTF8')), 'hex') as digest
      from change_set_row where change_set_id = ${id} and outcome = 'change'
    ), noted as (
      update change_set set state = 'applied', applied_by = ${by}, applied_at = ${instantOf(now)}, done = ${changed},
        total = ${changed}, version = version + 1, planned_at = coalesce(planned_at, ${instantOf(now)}),
        summary = summary || ${JSON.stringify(counts ?? {})}::jsonb
      where id = ${id} and state = ${from}
    ), told as materialized (${telling(customer, told)})
    select rows, digest, ${following ? following.found : sql`null`} as found from proof
    where (select count(*) from told) is not null`.execute(db)
  return rows[0] ?? { rows: 0, digest: '', found: null }
}

/** A job is to undo it. */
export const noteUndoing = (db: Transaction, id: string, by: string, total: number) =>
  ofState(db, id, 'applied')
    .set({ state: 'undoing', undone_by: by, done: 0, total, failure: null, failure_detail: null, version: noted })
    .execute()

/** It is as it was before somebody wanted it undone. */
const appliedAgain = {
  state: 'applied',
  undone_by: null,
  done: sql<number>`(summary ->> 'change')::int`,
  total: sql<number>`(summary ->> 'change')::int`,
} as const

/** It was to be undone by a job, which has not begun: it is applied as before. */
export const noteAppliedAgain = (db: Transaction, id: string) =>
  ofState(db, id, 'undoing')
    .set({ ...appliedAgain, version: noted })
    .execute()

/** It is undone. */
export const noteUndone = (
  db: Transaction,
  { id, customer }: Pick<AppliedSet, 'id' | 'customer'>,
  { from, by, undone, remaining, now, told }: Noted & UndoneCounts & { from: 'applied' | 'undoing' },
) =>
  sql`
    with told as materialized (${telling(customer, told)})
    update change_set set state = 'undone', undone_by = ${by}, undone_at = ${instantOf(now)}, done = ${undone}, total = ${undone},
      version = version + 1, summary = summary || ${JSON.stringify({ undone, remaining })}::jsonb
    where id = ${id} and state = ${from} and (select count(*) from told) is not null`.execute(db)

/** What an applied change set is noted with; `counts` of its plan where those are not noted yet. */
interface NotedApplied extends Noted {
  from: 'planning' | 'planned' | 'applying'
  changed: number
  counts: PlanCounts | undefined
  following: Following | undefined
}

/** Who did it, when, and what is told with the commit. */
interface Noted {
  by: string
  now: number
  told: readonly ChangeTold[]
}

/** How many rows were put back, and how many somebody had touched since. */
export interface UndoneCounts {
  undone: number
  remaining: number
}

interface Ended {
  from: ChangeSetState
  to: Extract<ChangeSetState, 'stale' | 'failed' | 'applied'>
  failure: string | null
  detail?: FailureDetail | undefined
}

/** It came to nothing: what it is then, and why, with what that is about where more is known. True when it still stood where the caller says. */
export async function noteEnded(db: Transaction, id: string, { from, to, failure, detail }: Ended): Promise<boolean> {
  const { numUpdatedRows } = await ofState(db, id, from)
    .set({
      ...(to === 'applied' ? appliedAgain : { state: to }),
      failure,
      failure_detail: detail ? JSON.stringify(detail) : null,
      input: null,
      version: noted,
    })
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
