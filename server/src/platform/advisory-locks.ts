import { setTimeout as pause } from 'node:timers/promises'
import { Problem } from '@lintel/contract/problems'
import { sql } from 'kysely'
import pg from 'pg'
import { isRetryable, type Transaction } from './database'
import { JobPostponed } from './jobs/job-postponed'
import { WorkGate } from './work-gate'

/** Pause between two attempts to acquire a lock, in milliseconds. */
const pauseMs = 100

/** How often a transaction is repeated that a concurrent one aborted, and the longest pause before, in milliseconds. */
const repetition = { times: 2, maxPauseMs: 200 }

/** Changes of this process that may wait for the same lock; further ones are rejected at once. */
const maxWaiting = 100

/** Another transaction holds the lock. */
class LockNotAvailable extends Error {
  override readonly name = 'LockNotAvailable'

  constructor(readonly lock: string) {
    super(`Another transaction is at ${lock}`)
  }
}

const key = (lock: string) => sql`hashtextextended(${lock}, 0)`

/**
 * Acquires a transaction-level advisory lock; idempotent within the transaction. If another transaction holds it, the
 * change is rolled back and repeated by `runChange`, so that no waiting change occupies a connection. Until the lock is
 * held, a change must have no effects outside its transaction.
 */
export async function acquireLock(db: Transaction, lock: string): Promise<void> {
  const { rows } = await sql<{
    isAcquired: boolean
  }>`select pg_try_advisory_xact_lock(${key(lock)}) as "isAcquired"`.execute(db)
  if (!rows[0]?.isAcquired) throw new LockNotAvailable(lock)
}

/** How long a job waits for a lock, and after how many seconds it tries again. */
const jobWait = { timeout: '5s', retryAfter: 2 }

/**
 * Waits for the lock while holding the connection and goes before those that poll. Only for jobs, which are few. After five seconds, throws
 * {@link JobPostponed}: meanwhile the worker runs other jobs.
 */
export async function waitForLock(db: Transaction, lock: string): Promise<void> {
  await sql`set local lock_timeout = ${sql.lit(jobWait.timeout)}`.execute(db)
  try {
    await sql`select pg_advisory_xact_lock(${key(lock)})`.execute(db)
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && error.code === '55P03')) throw error
    throw new JobPostponed(`Another transaction is at ${lock}`, jobWait.retryAfter)
  }
  await sql`set local lock_timeout = default`.execute(db)
}

/** Changes waiting for a lock, queued one at a time, with their number. */
const queues = new Map<string, { gate: WorkGate; waiting: number }>()

/**
 * Runs a transaction that acquires locks, and repeats it until it gets them. Throws 503 `overloaded` after `timeoutMs`
 * milliseconds, or when too many are waiting. A deadlock or serialization failure is thrown after two repetitions.
 */
export async function retryWhenLocked<T>(run: () => Promise<T>, timeoutMs = 10_000): Promise<T> {
  const until = performance.now() + timeoutMs
  const attempt = () => repeatWhenAborted(run)
  try {
    return await attempt()
  } catch (error) {
    if (!(error instanceof LockNotAvailable)) throw error
    return runInQueue(error.lock, timeoutMs, () => runUntil(until, attempt))
  }
}

/** Repeats a transaction that was aborted because of a concurrent one, after a random pause so that the two do not meet again. */
async function repeatWhenAborted<T>(run: () => Promise<T>): Promise<T> {
  for (let repetitions = 0; ; repetitions++) {
    try {
      return await run()
    } catch (error) {
      if (!isRetryable(error) || repetitions === repetition.times) throw error
    }
    await pause(Math.random() * repetition.maxPauseMs)
  }
}

async function runInQueue<T>(lock: string, waitMs: number, run: () => Promise<T>): Promise<T> {
  const queue = queues.get(lock) ?? {
    gate: new WorkGate({ running: 1, waiting: maxWaiting, waitMs }),
    waiting: 0,
  }
  queues.set(lock, queue)
  queue.waiting++
  try {
    return await queue.gate.run(run)
  } finally {
    queue.waiting--
    if (queue.waiting === 0) queues.delete(lock)
  }
}

async function runUntil<T>(until: number, run: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await run()
    } catch (error) {
      if (!(error instanceof LockNotAvailable)) throw error
      if (performance.now() > until) throw new Problem('overloaded', { retryAfter: 5 })
    }
    await pause(pauseMs)
  }
}
