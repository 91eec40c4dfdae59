import type { z } from 'zod'
import { instantOf } from '../clock'
import type { Change, Platform } from '../context'
import type { Database, Transaction } from '../database'
import { insertJob, insertJobs } from './job-queue'

/** A kind of job: its payload, its implementation and its retries. */
export interface JobKind<Payload = unknown> {
  /** `mail.send`: noun and verb. */
  kind: string
  payload: z.ZodType<Payload>
  /** Seconds until the next attempt after the first, second … failure; after the last one the job is dead. */
  retryAfter: readonly number[]
  /** Recurring: repeated this many seconds after it completes. Such a job never becomes dead and is enqueued automatically. */
  every?: number
  /**
   * Runs the job. Must be idempotent: it may run again after a crash. Throw {@link UnrecoverableError} when a retry
   * makes no sense, and `JobPostponed` to go on later without a failure.
   */
  run(work: Work<Payload>): Promise<void>
  /** Handles the consequences of a dead job, in the same transaction. */
  onDead?(change: Change, payload: Payload, reason: string): Promise<void>
}

/** A running job. */
export interface Work<Payload> {
  platform: Platform
  payload: Payload
  job: { id: string; attempt: number; customer: string | null }
  /** Aborted when the grace period of a stopping server is over; another worker then repeats the job. */
  signal: AbortSignal
}

/** A failure that a retry cannot fix: the job is dead at once. */
export class UnrecoverableError extends Error {
  override readonly name = 'UnrecoverableError'
}

/** A job to enqueue. */
export interface NewJob {
  kind: string
  payload?: unknown
  /** Milliseconds since 1970; default as soon as possible. */
  runAt?: number
  /** At most one job of this kind and key waits; if one is running, it is repeated afterwards. */
  key?: string
  /** The customer in whose audit chain a dead job is recorded; default the platform. */
  customer?: string | null
}

/** Enqueues a job in the transaction that causes it; workers are notified on commit. Returns the id. */
export async function enqueueJob(db: Database | Transaction, job: NewJob, now = Date.now()): Promise<string> {
  return insertJob(db, {
    kind: job.kind,
    key: job.key ?? null,
    payload: JSON.stringify(job.payload ?? {}),
    customer: job.customer ?? null,
    runAt: instantOf(job.runAt ?? now),
    now: instantOf(now),
  })
}

/** Enqueues several jobs of one kind in one statement. */
export async function enqueueJobs(
  db: Database | Transaction,
  kind: string,
  jobs: readonly Pick<NewJob, 'payload' | 'runAt' | 'customer'>[],
  now: number,
): Promise<void> {
  if (jobs.length === 0) return
  const rows = jobs.map(({ payload = {}, runAt = now, customer = null }) => ({
    payload: JSON.stringify(payload),
    customer,
    runAt: instantOf(runAt),
  }))
  await insertJobs(db, kind, rows, instantOf(now))
}
