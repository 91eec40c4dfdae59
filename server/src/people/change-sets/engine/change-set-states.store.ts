import type { ChangeSetState } from '@lintel/contract/people/change-sets'
import { sql } from 'kysely'
import { instantOf } from '../../../platform/clock'
import type { Transaction } from '../../../platform/database'

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

/** It is applied. Gives what proves later that its rows are those that were applied: how many, and a digest of what they say. */
export async function noteApplied(
  db: Transaction,
  id: string,
  { from, by, changed, now }: { from: 'planned' | 'applying'; by: string; changed: number; now: number },
): Promise<{ rows: number; digest: string }> {
  const { rows } = await sql<{ rows: number; digest: string }>`
    with proof as (
      select count(*)::int as rows, encode(sha256(convert_to(coalesce(string_agg(
        number || ' ' || coalesce(user_id::text, '') || ' ' || coalesce(project_id::text, '') || ' '
        || coalesce(object::text, '') || ' ' || coalesce(before::text, '') || ' ' || coalesce(after::text, ''), E'\n' order by number
      ), ''), 'UTF8')), 'hex') as digest
      from change_set_row where change_set_id = ${id} and outcome = 'change'
    ), noted as (
      update change_set set state = 'applied', applied_by = ${by}, applied_at = ${instantOf(now)}, done = ${changed},
        total = ${changed}, version = version + 1
      where id = ${id} and state = ${from}
    )
    select rows, digest from proof`.execute(db)
  return rows[0] ?? { rows: 0, digest: '' }
}

/** A job is to undo it. */
export const noteUndoing = (db: Transaction, id: string, by: string, total: number) =>
  ofState(db, id, 'applied').set({ state: 'undoing', undone_by: by, done: 0, total, version: noted }).execute()

export const noteUndone = (
  db: Transaction,
  id: string,
  { from, by, undone, remaining, now }: UndoneCounts & { from: 'applied' | 'undoing'; by: string; now: number },
) =>
  ofState(db, id, from)
    .set({
      state: 'undone',
      undone_by: by,
      undone_at: instantOf(now),
      done: undone,
      total: undone,
      version: noted,
      summary: sql<string>`summary || ${JSON.stringify({ undone, remaining })}::jsonb`,
    })
    .execute()

/** How many rows were put back, and how many somebody had touched since. */
export interface UndoneCounts {
  undone: number
  remaining: number
}

/** It came to nothing: what it is then, and why. True when it still stood where the caller says. */
export async function noteEnded(
  db: Transaction,
  id: string,
  { from, to, failure }: { from: ChangeSetState; to: ChangeSetState; failure: string | null },
): Promise<boolean> {
  const { numUpdatedRows } = await ofState(db, id, from)
    .set({ state: to, failure, input: null, version: noted })
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
