import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Database, Transaction } from '../database'

/** The channel on which a new job is announced; the message is its kind. */
export const jobChannel = 'lintel_job'

/** A job that a worker holds. */
export interface HeldJob {
  id: string
  kind: string
  payload: unknown
  customer: string | null
  /** The how manieth try this is, from 1. */
  attempt: number
  /** When it was due: a later instant says that it was wanted once more since the worker took it. */
  runAt: string
}

interface JobRow {
  kind: string
  key: string | null
  payload: string
  customer: string | null
  runAt: string
  now: string
}

/**
 * Writes a waiting job and announces it; where its key is waiting already, gives that one's id. One that a worker has is done once more
 * after that: what is wanted now, the worker may not have seen.
 */
export async function insertJob(db: Database | Transaction, { kind, key, payload, customer, runAt, now }: JobRow) {
  const { rows } = await sql<{ id: string }>`
    with added as (
      insert into job (id, kind, key, payload, customer_id, run_at, created_at)
      values (${uuidv7()}, ${kind}, ${key}, ${payload}::jsonb, ${customer}, ${runAt}, ${now})
      on conflict (kind, key) where state = 'waiting' and key is not null do update
        set payload = excluded.payload, customer_id = excluded.customer_id,
          run_at = greatest(excluded.run_at, job.run_at + interval '1 millisecond')
        where job.leased_by is not null
      returning id
    )
    select id, pg_notify(${jobChannel}, ${kind}) from added
    union all
    select id, null from job where kind = ${kind} and key = ${key} and state = 'waiting'
    limit 1`.execute(db)
  return rows[0]?.id ?? ''
}

/** Writes waiting jobs of one kind, without keys, and announces them. */
export const insertJobs = (
  db: Database | Transaction,
  kind: string,
  jobs: readonly Pick<JobRow, 'payload' | 'customer' | 'runAt'>[],
  now: string,
) =>
  sql`
    with added as (
      insert into job (id, kind, payload, customer_id, run_at, created_at)
      select id, ${kind}, payload, customer_id, run_at, ${now}::timestamptz
      from unnest(${jobs.map(() => uuidv7())}::uuid[], ${jobs.map(({ payload }) => payload)}::jsonb[],
        ${jobs.map(({ customer }) => customer)}::uuid[], ${jobs.map(({ runAt }) => runAt)}::timestamptz[]
      ) as added (id, payload, customer_id, run_at)
    )
    select pg_notify(${jobChannel}, ${kind})`.execute(db)

/** Takes up to `most` due jobs of these kinds that nobody holds. Workers do not wait for each other. */
export async function claimJobs(
  db: Database,
  { worker, kinds, now, until, most }: { worker: string; kinds: string[]; now: string; until: string; most: number },
): Promise<HeldJob[]> {
  const { rows } = await sql<HeldJob>`
    update job set leased_by = ${worker}, leased_until = ${until}, attempts = job.attempts + 1
    from (
      select id from job
      where state = 'waiting' and run_at <= ${now} and kind = any(${kinds})
        and (leased_until is null or leased_until <= ${now})
      order by run_at, id
      limit ${most}
      for update skip locked
    ) as due
    where job.id = due.id
    returning job.id, job.kind, job.payload, job.customer_id as customer, job.attempts as attempt, job.run_at as "runAt"`.execute(
    db,
  )
  return rows
}

/** Moves the end of a worker's leases on for what it is at work on: a job that it has lost sight of comes again. */
export const renewLeases = (db: Database, worker: string, jobs: readonly string[], until: string) =>
  db
    .updateTable('job')
    .set({ leased_until: until })
    .where('leased_by', '=', worker)
    .where('id', '=', sql<string>`any(${jobs}::uuid[])`)
    .execute()

/** Lets go of everything a worker holds, so that another one need not wait for the leases to end. */
export const releaseLeases = (db: Database, worker: string) =>
  db.updateTable('job').set({ leased_by: null, leased_until: null }).where('leased_by', '=', worker).execute()

/** Whoever lost the lease in the meantime has no say any more: `attempt` is what tells. */
type Held = Pick<HeldJob, 'id' | 'attempt'>

/** Withdraws a waiting job that no worker has taken yet. True when there was one. */
export async function withdrawJob(db: Transaction, { kind, key }: { kind: string; key: string }): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('job')
    .where('kind', '=', kind)
    .where('key', '=', key)
    .where('state', '=', 'waiting')
    .where('attempts', '=', 0)
    .where('leased_by', 'is', null)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** The job is done, or waits to be done once more where that is wanted since. */
export async function removeJob(db: Database, { id, attempt, runAt }: Held & Pick<HeldJob, 'runAt'>): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('job')
    .where('id', '=', id)
    .where('attempts', '=', attempt)
    .where('run_at', '=', runAt)
    .executeTakeFirstOrThrow()
  if (numDeletedRows > 0n) return
  await db
    .updateTable('job')
    .set({ leased_by: null, leased_until: null, last_error: null, attempts: 0 })
    .where('id', '=', id)
    .where('attempts', '=', attempt)
    .where('state', '=', 'waiting')
    .execute()
}

/** The job waits for its next time; `attempts` starts from nothing where it was done and comes again. */
export const postponeJob = (
  db: Database,
  { id, attempt }: Held,
  { runAt, error, again }: { runAt: string; error: string | null; again: boolean },
) =>
  db
    .updateTable('job')
    .set({ run_at: runAt, leased_by: null, leased_until: null, last_error: error, ...(again && { attempts: 0 }) })
    .where('id', '=', id)
    .where('attempts', '=', attempt)
    .execute()

/** The job is given up and stays as it is. True when it was still ours to give up. */
export async function markDead(db: Transaction, { id, attempt }: Held, error: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('job')
    .set({ state: 'dead', leased_by: null, leased_until: null, last_error: error })
    .where('id', '=', id)
    .where('attempts', '=', attempt)
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Forgets dead jobs that were enqueued before `oldest`. */
export const removeDeadJobs = (db: Database, oldest: string) =>
  db.deleteFrom('job').where('state', '=', 'dead').where('created_at', '<', oldest).execute()
