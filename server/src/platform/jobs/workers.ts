import { uuidv7 } from 'uuidv7'
import { instantOf } from '../clock'
import { type Platform, platformOrigin, runChange } from '../context'
import { isDatabaseAway } from '../database'
import type { JobNotifications } from './job-notifications'
import { JobPostponed } from './job-postponed'
import {
  bringForward,
  type ClaimedJob,
  claimJobs,
  markDead,
  postponeJob,
  releaseEnqueuedAgain,
  releaseLeases,
  removeJob,
  renewLeases,
} from './job-queue'
import { enqueueJob, type JobKind, UnrecoverableError } from './jobs'

/** The workers of this process. */
export interface Workers {
  /** Claims no new jobs, waits up to `graceMs` for the running ones, and releases the rest (security K5). */
  stop(graceMs: number): Promise<void>
}

/** Options of {@link startWorkers}; times in milliseconds. */
export interface WorkersOptions {
  /** Announces new jobs; without it they are found by polling. */
  notifications?: JobNotifications
  /** Maximum number of concurrent jobs. */
  concurrency?: number
  /** Polling interval. */
  pollInterval?: number
  /** How long a job stays leased to a worker that stopped responding. */
  lease?: number
}

// biome-ignore lint/suspicious/noExplicitAny: the one place where every payload is accepted; the kind's schema reads it
export type AnyJobKind = JobKind<any>

/**
 * Runs the jobs of these kinds as soon as they are due, concurrently with the workers of other processes. While the
 * database is unavailable, it keeps polling.
 */
export function startWorkers(platform: Platform, kinds: readonly AnyJobKind[], options: WorkersOptions = {}): Workers {
  const { notifications, concurrency = 4, pollInterval = 5_000, lease = 60_000 } = options
  const worker = uuidv7()
  const byName = new Map(kinds.map((kind) => [kind.kind, kind]))
  /** By job id. */
  const running = new Map<string, Promise<void>>()
  const stopping = new AbortController()
  const overdue = new AbortController()
  const wakeSignal = createWakeSignal()
  let recurringEnqueued = false
  const { db } = platform

  const poll = async (): Promise<void> => {
    if (!recurringEnqueued) await enqueueRecurring(platform, kinds)
    recurringEnqueued = true
    const capacity = concurrency - running.size
    if (capacity === 0) return
    const now = instantOf(platform.clock())
    const jobs = await claimJobs(db, { worker, kinds: [...byName.keys()], now, lease, limit: capacity })
    for (const job of jobs) {
      const kind = byName.get(job.kind)
      if (!kind) continue
      const work = runJob(platform, kind, job, overdue.signal).finally(() => {
        if (running.get(job.id) === work) running.delete(job.id)
        wakeSignal.wake()
      })
      running.set(job.id, work)
    }
  }

  const polling = (async () => {
    while (!stopping.signal.aborted) {
      wakeSignal.reset()
      await poll().catch((error: unknown) => {
        if (!isDatabaseAway(error)) platform.log.error({ err: error }, 'due jobs could not be read')
      })
      if (!stopping.signal.aborted) await wakeSignal.wait(pollInterval)
    }
  })()
  const renewing = setInterval(() => {
    if (running.size > 0) renewLeases(db, worker, [...running.keys()], lease).catch(() => undefined)
  }, lease / 3)
  const unsubscribe = notifications?.subscribe([...byName.keys()], () => wakeSignal.wake())

  return {
    async stop(graceMs) {
      stopping.abort()
      unsubscribe?.()
      wakeSignal.wake()
      await polling
      const late = setTimeout(() => overdue.abort(), graceMs)
      await Promise.race([Promise.all(running.values()), aborted(overdue.signal)])
      clearTimeout(late)
      clearInterval(renewing)
      if (running.size > 0) await releaseLeases(db, worker).catch(() => undefined)
    },
  }
}

/** Ensures that every recurring job is enqueued, and due within its interval even if a wrong clock has postponed it. */
async function enqueueRecurring({ db, clock }: Platform, kinds: readonly AnyJobKind[]): Promise<void> {
  for (const { kind, every } of kinds) {
    if (every === undefined) continue
    const now = clock()
    await enqueueJob(db, { kind, key: kind }, now)
    await bringForward(db, { kind, key: kind }, instantOf(now + every * 1_000))
  }
}

/** Never throws: failures are stored with the job and logged. A job whose result could not be stored is repeated. */
async function runJob(platform: Platform, kind: AnyJobKind, job: ClaimedJob, signal: AbortSignal): Promise<void> {
  const { db, clock, log } = platform
  const { id, attempt, customer } = job
  try {
    const failure = await tryJob(platform, kind, job, signal)
    if (failure === undefined && kind.every === undefined) return void (await removeJob(db, job))
    const runAfter = (seconds: number) => ({ runAt: instantOf(clock() + seconds * 1_000) })
    if (failure instanceof JobPostponed) {
      return void (await postponeJob(db, job, { ...runAfter(failure.seconds), after: 'interruption' }))
    }
    const wait = failure === undefined ? kind.every : secondsToNextAttempt(kind, job, failure)
    if (failure !== undefined) log.warn({ err: failure, job: id, kind: kind.kind, attempt, customer }, 'a job failed')
    if (wait === undefined) return await markDeadOrRelease(platform, kind, job, failure as Error)
    await postponeJob(db, job, {
      ...runAfter(wait),
      ...(failure === undefined ? { after: 'completion' } : { after: 'failure', error: reasonOf(failure) }),
    })
  } catch (error) {
    if (!isDatabaseAway(error))
      log.error({ err: error, job: id, kind: kind.kind }, 'the end of a job could not be stored')
  }
}

/** Runs the job and returns the failure, if any. */
async function tryJob(platform: Platform, kind: AnyJobKind, job: ClaimedJob, signal: AbortSignal): Promise<unknown> {
  const { id, attempt, failures, customer } = job
  // More failures than retries exist: the last attempts ended the process.
  if (failures > kind.retryAfter.length && kind.every === undefined)
    return new UnrecoverableError('It never came to an end')
  const payload = kind.payload.safeParse(job.payload)
  if (!payload.success)
    return new UnrecoverableError(`The payload is not one of ${kind.kind}: ${payload.error.message}`)
  try {
    await kind.run({ platform, payload: payload.data, job: { id, attempt, customer }, signal })
    return undefined
  } catch (error) {
    return error ?? new Error('It failed without a reason')
  }
}

/** Seconds until the next attempt; undefined if there is none. */
function secondsToNextAttempt(
  { retryAfter, every }: AnyJobKind,
  { failures }: ClaimedJob,
  failure: unknown,
): number | undefined {
  if (failure instanceof UnrecoverableError) return every
  return retryAfter[failures] ?? every
}

/** A job that was enqueued again during its last attempt is not dead: it is queued as a new one. */
async function markDeadOrRelease(platform: Platform, kind: AnyJobKind, job: ClaimedJob, failure: Error): Promise<void> {
  try {
    await markJobDead(platform, kind, job, failure)
  } catch (error) {
    if (!(await releaseEnqueuedAgain(platform.db, job))) throw error
  }
}

async function markJobDead(platform: Platform, kind: AnyJobKind, job: ClaimedJob, failure: Error): Promise<void> {
  const reason = reasonOf(failure)
  await runChange(platform, platformOrigin(job.id), async (change) => {
    const target = { type: 'jobs', id: job.id }
    change.audit({
      action: 'job.dead',
      customer: job.customer,
      result: 'failure',
      reason: `${kind.kind}: ${reason}`,
      target,
    })
    if (!(await markDead(change.db, job, reason))) throw new Error('Somebody else has the job')
    await kind.onDead?.(change, job.payload, reason)
  })
}

const reasonOf = (failure: unknown) => (failure instanceof Error ? failure.message : String(failure)).slice(0, 500)

const aborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => (signal.aborted ? resolve() : signal.addEventListener('abort', () => resolve())))

/** A signal that also wakes a waiter who starts waiting after it. */
function createWakeSignal() {
  let isSignalled = false
  let resume: (() => void) | undefined
  return {
    wake() {
      isSignalled = true
      resume?.()
    },
    reset() {
      isSignalled = false
    },
    /** Resolves on the signal, or after `ms` milliseconds. */
    wait: (ms: number) =>
      new Promise<void>((resolve) => {
        if (isSignalled) return resolve()
        const timer = setTimeout(resolve, ms)
        resume = () => {
          clearTimeout(timer)
          resolve()
        }
      }),
  }
}
