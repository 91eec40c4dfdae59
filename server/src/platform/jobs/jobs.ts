import type { z } from 'zod'
import { instantOf } from '../clock'
import type { Change, Platform } from '../context'
import type { Database, Transaction } from '../database'
import { insertJob, insertJobs } from './job-queue'

/** One kind of work: what it needs, how it is done, and how long it is tried. */
export interface JobKind<Payload = unknown> {
  /** `mail.send`: noun and verb. */
  kind: string
  payload: z.ZodType<Payload>
  /** Seconds until the next try after the first, second … failure; when they are used up the job is dead. */
  retryAfter: readonly number[]
  /** Comes again so many seconds after it was done; such a job is never dead and needs nobody to enqueue it. */
  every?: number
  /**
   * Does the work. May be called again for the same job after a crash: what it does twice has to be the same as once.
   * Throw {@link GiveUp} when another try makes no sense.
   */
  run(work: Work<Payload>): Promise<void>
  /** Settles what hangs on a job that died, in the same transaction. */
  onDead?(change: Change, payload: Payload, reason: string): Promise<void>
}

/** A job at work. */
export interface Work<Payload> {
  platform: Platform
  payload: Payload
  job: { id: string; attempt: number; customer: string | null }
  /** Aborted when the server stops and will wait no longer; the job is then done by the next one. */
  signal: AbortSignal
}

/** Another try makes no sense: the job is dead at once. */
export class GiveUp extends Error {
  override readonly name = 'GiveUp'
}

/** A job to be done. */
export interface NewJob {
  kind: string
  payload?: unknown
  /** Milliseconds since 1970; default as soon as possible. */
  runAt?: number
  /** While a job of this kind and key is waiting, another one is not added; one that is at work is done once more after that. */
  key?: string
  /** Whose audit chain hears of its death; default the platform's. */
  customer?: string | null
}

/** Adds a job in the transaction that causes it, and wakes the workers when it commits. Gives the id. */
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

/** Adds several jobs of one kind in one statement. */
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
