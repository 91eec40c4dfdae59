import { uuidv7 } from 'uuidv7'
import { instantOf } from '../clock'
import { type Platform, platformOrigin, runChange } from '../context'
import { isDatabaseAway } from '../database'
import type { JobCalls } from './job-calls'
import { claimJobs, type HeldJob, markDead, postponeJob, releaseLeases, removeJob, renewLeases } from './job-queue'
import { enqueueJob, GiveUp, type JobKind } from './jobs'

/** The workers of this process. */
export interface Workers {
  /** Takes no new job, waits for those at work for at most so many milliseconds, and lets go of the rest (security K5). */
  stop(graceMs: number): Promise<void>
}

/** How jobs are worked on; times in milliseconds. */
export interface WorkersOptions {
  /** Tells of new jobs; without it they are found by looking. */
  calls?: JobCalls
  /** Jobs at work at once. */
  places?: number
  /** How often to look when nobody calls. */
  lookEvery?: number
  /** How long a job stays with a worker that fell silent. */
  lease?: number
}

// biome-ignore lint/suspicious/noExplicitAny: the one place where every payload is accepted; the kind's schema reads it
export type AnyJobKind = JobKind<any>

/**
 * Works on the jobs of these kinds: as soon as they are due, several at once, beside the workers of other processes. A
 * database that is away is waited for.
 */
export function startWorkers(platform: Platform, kinds: readonly AnyJobKind[], options: WorkersOptions = {}): Workers {
  const { calls, places = 4, lookEvery = 5_000, lease = 60_000 } = options
  const worker = uuidv7()
  const byName = new Map(kinds.map((kind) => [kind.kind, kind]))
  /** By the ids of the jobs. */
  const atWork = new Map<string, Promise<void>>()
  const stopping = new AbortController()
  const overdue = new AbortController()
  const bell = makeBell()
  let settled = false
  const untilThen = () => instantOf(platform.clock() + lease)
  const { db } = platform

  const look = async (): Promise<void> => {
    if (!settled) await settleRecurring(platform, kinds)
    settled = true
    const most = places - atWork.size
    if (most === 0) return
    const now = instantOf(platform.clock())
    const jobs = await claimJobs(db, { worker, kinds: [...byName.keys()], now, until: untilThen(), most })
    for (const job of jobs) {
      const kind = byName.get(job.kind)
      if (!kind) continue
      const work = workOn(platform, kind, job, overdue.signal).finally(() => {
        if (atWork.get(job.id) === work) atWork.delete(job.id)
        bell.ring()
      })
      atWork.set(job.id, work)
    }
  }

  const looking = (async () => {
    while (!stopping.signal.aborted) {
      bell.hush()
      await look().catch((error: unknown) => {
        if (!isDatabaseAway(error)) platform.log.error({ err: error }, 'jobs could not be looked for')
      })
      if (!stopping.signal.aborted) await bell.heard(lookEvery)
    }
  })()
  const renewing = setInterval(() => {
    if (atWork.size > 0) renewLeases(db, worker, [...atWork.keys()], untilThen()).catch(() => undefined)
  }, lease / 3)
  const hearNoMore = calls?.ringFor([...byName.keys()], () => bell.ring())

  return {
    async stop(graceMs) {
      stopping.abort()
      hearNoMore?.()
      bell.ring()
      await looking
      const late = setTimeout(() => overdue.abort(), graceMs)
      await Promise.race([Promise.all(atWork.values()), aborted(overdue.signal)])
      clearTimeout(late)
      clearInterval(renewing)
      if (atWork.size > 0) await releaseLeases(db, worker).catch(() => undefined)
    },
  }
}

/** Jobs that come again by themselves are there from the first start on. */
async function settleRecurring({ db, clock }: Platform, kinds: readonly AnyJobKind[]): Promise<void> {
  for (const { kind, every } of kinds) {
    if (every !== undefined) await enqueueJob(db, { kind, key: kind }, clock())
  }
}

/** Never fails: what went wrong is on the job and in the log. A job whose end could not be written comes again. */
async function workOn(platform: Platform, kind: AnyJobKind, job: HeldJob, signal: AbortSignal): Promise<void> {
  const { db, clock, log } = platform
  const { id, attempt, customer } = job
  try {
    const failure = await tryJob(platform, kind, job, signal)
    if (failure === undefined && kind.every === undefined) return void (await removeJob(db, job))
    const wait = failure === undefined ? kind.every : nextTry(kind, job, failure)
    if (failure !== undefined) log.warn({ err: failure, job: id, kind: kind.kind, attempt, customer }, 'a job failed')
    if (wait === undefined) return await giveUp(platform, kind, job, failure as Error)
    await postponeJob(db, job, {
      runAt: instantOf(clock() + wait * 1_000),
      error: failure === undefined ? null : reasonOf(failure),
      again: failure === undefined,
    })
  } catch (error) {
    if (!isDatabaseAway(error)) log.error({ err: error, job: id, kind: kind.kind }, 'the end of a job was not written')
  }
}

/** Does the work; gives what went wrong, if anything did. */
async function tryJob(platform: Platform, kind: AnyJobKind, job: HeldJob, signal: AbortSignal): Promise<unknown> {
  const { id, attempt, customer } = job
  // Claimed more often than it was ever to be tried: it ended the process each time.
  if (attempt > kind.retryAfter.length + 1 && kind.every === undefined) return new GiveUp('It never came to an end')
  const payload = kind.payload.safeParse(job.payload)
  if (!payload.success) return new GiveUp(`The payload is not one of ${kind.kind}: ${payload.error.message}`)
  try {
    await kind.run({ platform, payload: payload.data, job: { id, attempt, customer }, signal })
    return undefined
  } catch (error) {
    return error ?? new Error('It failed without a reason')
  }
}

/** Seconds until the next try; undefined when there is none. */
function nextTry({ retryAfter, every }: AnyJobKind, { attempt }: HeldJob, failure: unknown): number | undefined {
  if (failure instanceof GiveUp) return every
  return retryAfter[attempt - 1] ?? every
}

async function giveUp(platform: Platform, kind: AnyJobKind, job: HeldJob, failure: Error): Promise<void> {
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

/** A bell that can be rung while nobody listens: the next one to listen hears it. */
function makeBell() {
  let rung = false
  let wake: (() => void) | undefined
  return {
    ring() {
      rung = true
      wake?.()
    },
    hush() {
      rung = false
    },
    /** Until the bell rings, or so many milliseconds. */
    heard: (ms: number) =>
      new Promise<void>((resolve) => {
        if (rung) return resolve()
        const timer = setTimeout(resolve, ms)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      }),
  }
}
