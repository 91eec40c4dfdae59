import { type SqlBool, sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Database, Transaction } from '../database'
import { alwaysReplan } from '../prepared-statements'

/** The channel on which a new job is announced; the message is its kind. */
export const jobChannel = 'lintel_job'

/** A job leased by a worker. */
export interface ClaimedJob {
  id: string
  kind: string
  payload: unknown
  customer: string | null
  /** Number of the claim, from 1. */
  attempt: number
  /** How many earlier attempts failed. A claim whose process ended counts as one, one that was released or postponed does not. */
  failures: number
  /** Due time when claimed; a later value means that the job was enqueued again since. */
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
 * Inserts a waiting job and announces it; if its key is already waiting, returns the id of that job. A running job with
 * the key is repeated afterwards, since it may have missed what the caller changed.
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

/** Inserts waiting jobs of one kind, without keys, and announces them. */
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

/** When a lease of so many milliseconds ends. By the clock of the database, because workers run on several machines. */
const leaseEnd = (lease: number) => sql<string>`clock_timestamp() + ${lease} * interval '1 millisecond'`

/**
 * How many due jobs of a kind a claim reads at most: far more than others can be claiming at the same moment. Without a
 * limit, PostgreSQL would sort all of them.
 */
const mostRead = 1_000

/**
 * Claims up to `limit` due jobs of these kinds that are not leased, for `lease` milliseconds. Concurrent workers skip
 * locked rows instead of waiting. Jobs of other kinds are not read, however many are due.
 */
export async function claimJobs(
  db: Database,
  { worker, kinds, now, lease, limit }: { worker: string; kinds: string[]; now: string; lease: number; limit: number },
): Promise<ClaimedJob[]> {
  const isDue = sql<SqlBool>`job.state = 'waiting' and job.run_at <= ${now}
    and (job.leased_until is null or job.leased_until <= clock_timestamp())`
  const ofEachKind = kinds.map(
    (kind) => sql`(
        select id, run_at from job where kind = ${kind} and ${isDue} order by run_at, id limit ${sql.lit(mostRead)})`,
  )
  // Materialized: joined directly, it may be read again for each job, and claims as many again each time. Planned anew:
  // a plan that is kept from an empty queue reads all of a long one.
  const { rows } = await sql<ClaimedJob>`${sql.raw(alwaysReplan)}
    with due as materialized (
      select job.id from (${sql.join(ofEachKind, sql` union all `)}) as waiting
      join job on job.id = waiting.id and ${isDue}
      order by waiting.run_at, waiting.id
      limit ${limit}
      for update of job skip locked
    )
    update job set leased_by = ${worker}, leased_until = ${leaseEnd(lease)}, attempts = job.attempts + 1,
      failures = job.failures + case when job.leased_by is null then 0 else 1 end
    from due
    where job.id = due.id
    returning job.id, job.kind, job.payload, job.customer_id as customer, job.attempts as attempt, job.failures,
      job.run_at as "runAt"`.execute(db)
  return rows
}

/**
 * Extends a worker's leases of its running jobs to `lease` milliseconds from now; any other job of that worker becomes
 * claimable when its lease ends.
 */
export const renewLeases = (db: Database, worker: string, jobs: readonly string[], lease: number) =>
  db
    .updateTable('job')
    .set({ leased_until: leaseEnd(lease) })
    .where('leased_by', '=', worker)
    .where('id', '=', sql<string>`any(${jobs}::uuid[])`)
    .execute()

/** Releases all jobs of a worker, so that another one need not wait for the leases to end. */
export const releaseLeases = (db: Database, worker: string) =>
  db.updateTable('job').set({ leased_by: null, leased_until: null }).where('leased_by', '=', worker).execute()

/** The claim of a job: a worker whose lease was lost no longer matches `attempt`. */
type JobClaim = Pick<ClaimedJob, 'id' | 'attempt'>

/** A claimed job that ended: it no longer matches `runAt` if it was enqueued again since. */
type EndedJob = JobClaim & Pick<ClaimedJob, 'runAt'>

/**
 * Removes a waiting job that nobody runs: it was never claimed, or released or postponed each time. True if there was one. After a failure it stays,
 * because the worker of a lost lease may still be at it.
 */
export async function withdrawJob(db: Transaction, { kind, key }: { kind: string; key: string }): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('job')
    .where('kind', '=', kind)
    .where('key', '=', key)
    .where('state', '=', 'waiting')
    .where('failures', '=', 0)
    .where('leased_by', 'is', null)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Removes a completed job, or queues it again if it was enqueued meanwhile. */
export async function removeJob(db: Database, job: EndedJob): Promise<void> {
  const { id, attempt, runAt } = job
  const { numDeletedRows } = await db
    .deleteFrom('job')
    .where('id', '=', id)
    .where('attempts', '=', attempt)
    .where('run_at', '=', runAt)
    .executeTakeFirstOrThrow()
  if (numDeletedRows === 0n) await releaseEnqueuedAgain(db, job)
}

/** Queues a claimed job as a new one if it was enqueued again since the claim; true if it was. */
export async function releaseEnqueuedAgain(db: Database, { id, attempt, runAt }: EndedJob): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('job')
    .set({ leased_by: null, leased_until: null, last_error: null, attempts: 0, failures: 0 })
    .where('id', '=', id)
    .where('attempts', '=', attempt)
    .where('run_at', '<>', runAt)
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** The reason for which a job is due again: a recurring one is completed, an attempt failed, or one could not go on now. */
export type Postponement = { after: 'completion' } | { after: 'failure'; error: string } | { after: 'interruption' }

/** Schedules the next attempt, or the next run of a recurring job, whose attempts and failures are reset. */
export const postponeJob = (
  db: Database,
  { id, attempt, failures }: JobClaim & Pick<ClaimedJob, 'failures'>,
  { runAt, ...postponement }: Postponement & { runAt: string },
) =>
  db
    .updateTable('job')
    .set({
      ...{ run_at: runAt, leased_by: null, leased_until: null },
      ...(postponement.after === 'completion' && { last_error: null, attempts: 0, failures: 0 }),
      ...(postponement.after === 'failure' && { last_error: postponement.error, failures: failures + 1 }),
    })
    .where('id', '=', id)
    .where('attempts', '=', attempt)
    .execute()

/** Makes a waiting job that is not leased due by `latest`. */
export const bringForward = (db: Database, { kind, key }: { kind: string; key: string }, latest: string) =>
  db
    .updateTable('job')
    .set({ run_at: latest })
    .where('kind', '=', kind)
    .where('key', '=', key)
    .where('state', '=', 'waiting')
    .where('leased_by', 'is', null)
    .where('run_at', '>', latest)
    .execute()

/** Marks the job as dead; false if the lease was lost, or the job was enqueued again since the claim. */
export async function markDead(db: Transaction, { id, attempt, runAt }: EndedJob, error: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('job')
    .set({ state: 'dead', leased_by: null, leased_until: null, last_error: error })
    .where('id', '=', id)
    .where('attempts', '=', attempt)
    .where('run_at', '=', runAt)
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Removes dead jobs created before `oldest`. */
export const removeDeadJobs = (db: Database, oldest: string) =>
  db.deleteFrom('job').where('state', '=', 'dead').where('created_at', '<', oldest).execute()
