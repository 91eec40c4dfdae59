import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { onCleanup } from '../../../test/on-cleanup'
import { testPlatform } from '../../../test/test-app'
import { testDatabase } from '../../../test/test-database'
import { listenForJobs } from './job-notifications'
import { assertNotStopping, JobPostponed } from './job-postponed'
import { enqueueJob, type JobKind, UnrecoverableError } from './jobs'
import { type AnyJobKind, startWorkers, type Workers, type WorkersOptions } from './workers'

const { db, url } = await testDatabase()
const minute = 60_000
let now = Date.parse('2026-03-01T10:00:00Z')
/** How often the workers read the clock, which they do once per poll. */
let asked = 0
const clock = () => {
  asked += 1
  return now
}
const platform = { ...testPlatform(db), clock }

const started: Workers[] = []
const start = (kinds: AnyJobKind[], options: WorkersOptions = {}) => {
  const workers = startWorkers(platform, kinds, { pollInterval: 20, ...options })
  started.push(workers)
  return workers
}
beforeEach(async () => {
  await db.deleteFrom('job').execute()
  await db.deleteFrom('mail').execute()
})
afterEach(async () => {
  await Promise.all(started.splice(0).map((workers) => workers.stop(1_000)))
})

/** Waits until a worker has completed a poll that started after the call. */
async function looked(notifications = 4): Promise<void> {
  const before = asked
  await expect.poll(() => asked).toBeGreaterThan(before + notifications)
}

const jobs = () => db.selectFrom('job').select(['kind', 'state', 'attempts', 'last_error', 'leased_by']).execute()
const done = async () => expect.poll(jobs).toEqual([])

/** A job kind that records its payloads. */
function bell(more: Partial<JobKind<{ n: number }>> = {}) {
  const rung: number[] = []
  const kind: JobKind<{ n: number }> = {
    kind: 'bell.ring',
    payload: z.strictObject({ n: z.int() }),
    retryAfter: [60, 300],
    run: async ({ payload }) => {
      rung.push(payload.n)
    },
    ...more,
  }
  return { kind, rung }
}
const ring = (n: number, more: object = {}) => enqueueJob(db, { kind: 'bell.ring', payload: { n }, ...more }, now)

test('a job is done once and gone', async () => {
  const { kind, rung } = bell()
  start([kind])
  await ring(1)
  await done()
  expect(rung).toEqual([1])
})

test('a job is there when its transaction commits, and never where it does not', async () => {
  const { kind, rung } = bell()
  start([kind])
  const failed = db.transaction().execute(async (transaction) => {
    await enqueueJob(transaction, { kind: 'bell.ring', payload: { n: 1 } }, now)
    throw new Error('changed my mind')
  })
  await expect(failed).rejects.toThrow('changed my mind')
  await db
    .transaction()
    .execute((transaction) => enqueueJob(transaction, { kind: 'bell.ring', payload: { n: 2 } }, now))
  await done()
  expect(rung).toEqual([2])
})

test('of many workers, one does each job', async () => {
  const { kind, rung } = bell()
  for (let each = 0; each < 4; each++) start([kind])
  await Promise.all(Array.from({ length: 60 }, (_, n) => ring(n)))
  await done()
  expect(rung.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, n) => n))
})

test('a new job wakes a worker that would not look for an hour', async () => {
  const { kind, rung } = bell()
  const before = asked
  const notifications = listenForJobs(url)
  onCleanup(notifications.stop)
  start([kind], { pollInterval: 3_600_000, notifications })
  // It polls at start and when it is connected, and not again by itself.
  await expect.poll(() => asked - before).toBe(2)
  await ring(7)
  await done()
  expect(rung).toEqual([7])
})

test('where nothing is heard, jobs are found by looking', async () => {
  const { kind, rung } = bell()
  start([kind])
  await looked()
  await ring(7)
  await done()
  expect(rung).toEqual([7])
})

test('a job waits for its time', async () => {
  const { kind, rung } = bell()
  start([kind])
  await ring(1, { runAt: now + minute })
  await looked()
  expect(rung).toEqual([])
  now += minute
  await done()
  expect(rung).toEqual([1])
})

test('of jobs with one key, one waits', async () => {
  const { kind, rung } = bell()
  const ids = await Promise.all([1, 2, 3].map(() => ring(1, { key: 'front door' })))
  await ring(2, { key: 'back door' })
  expect(await jobs()).toHaveLength(2)
  expect(new Set(ids.filter((id) => id !== '')).size).toBe(1)
  start([kind])
  await done()
  expect(rung.toSorted()).toEqual([1, 2])
})

test('a job that is wanted once more while it is at work is done once more after that, with what is wanted then', async () => {
  const ends: (() => void)[] = []
  const { kind, rung } = bell({
    run: async ({ payload, job }) => {
      rung.push(payload.n, job.attempt)
      await new Promise<void>((resolve) => ends.push(resolve))
    },
  })
  start([kind], { concurrency: 2 })
  const id = await ring(1, { key: 'front door' })
  await expect.poll(() => ends.length).toBe(1)
  expect(await ring(2, { key: 'front door' })).toBe(id)
  expect(await ring(3, { key: 'front door' })).toBe(id)
  now += 1_000
  await looked()
  expect(rung).toEqual([1, 1])
  ends[0]?.()
  await expect.poll(() => ends.length).toBe(2)
  expect(rung).toEqual([1, 1, 3, 1])
  ends[1]?.()
  await done()
  expect(rung).toEqual([1, 1, 3, 1])
})

test('what comes again by itself is not done once more because another server starts meanwhile', async () => {
  let runs = 0
  let end = () => {}
  const hourly: AnyJobKind = {
    kind: 'hall.sweep',
    payload: z.looseObject({}),
    retryAfter: [],
    every: 3_600,
    run: () => {
      runs += 1
      return new Promise<void>((resolve) => {
        end = resolve
      })
    },
  }
  start([hourly])
  await expect.poll(() => runs).toBe(1)
  start([hourly])
  await looked()
  end()
  await expect.poll(async () => (await jobs())[0]?.leased_by).toBeNull()
  await looked()
  expect(runs).toBe(1)
  const { run_at } = await db.selectFrom('job').select('run_at').executeTakeFirstOrThrow()
  expect(Date.parse(run_at)).toBe(now + 3_600_000)
})

test('a job that fails is tried again after a minute, then later, and is done when it works', async () => {
  const tries: number[] = []
  const { kind } = bell({
    run: async ({ job }) => {
      tries.push(job.attempt)
      if (job.attempt < 3) throw new Error(`No rope (${job.attempt})`)
    },
  })
  start([kind])
  await ring(1)
  await expect.poll(jobs).toMatchObject([{ state: 'waiting', attempts: 1, last_error: 'No rope (1)', leased_by: null }])
  now += minute - 1_000
  await looked()
  expect(tries).toEqual([1])
  now += 1_000
  await expect.poll(jobs).toMatchObject([{ attempts: 2, last_error: 'No rope (2)' }])
  now += 4 * minute
  await looked()
  expect(tries).toEqual([1, 2])
  now += minute
  await done()
  expect(tries).toEqual([1, 2, 3])
})

test('a job that fails to the end is dead, with an audit event, and what hangs on it is settled with it', async () => {
  const settled: unknown[] = []
  const { kind } = bell({
    run: async () => {
      throw new Error('No rope')
    },
    onDead: async (_change, payload, reason) => {
      settled.push([payload, reason])
    },
  })
  start([kind])
  const id = await ring(4)
  for (const [at, wait] of [60, 300].entries()) {
    await expect
      .poll(jobs)
      .toMatchObject([{ state: 'waiting', attempts: at + 1, last_error: 'No rope', leased_by: null }])
    now += wait * 1_000
    await looked()
  }
  await expect.poll(jobs).toMatchObject([{ state: 'dead', attempts: 3, last_error: 'No rope' }])
  expect(settled).toEqual([[{ n: 4 }, 'No rope']])
  const event = db.selectFrom('audit_event').select(['action', 'result', 'reason']).where('target_id', '=', id)
  expect(await event.executeTakeFirst()).toEqual({
    action: 'job.dead',
    result: 'failure',
    reason: 'bell.ring: No rope',
  })
})

test('a job that is wanted once more during its last attempt is done as a new one, and nothing says that it is dead', async () => {
  let fail = () => {}
  const { kind, rung } = bell({
    run: ({ payload }) =>
      new Promise((resolve, reject) => {
        rung.push(payload.n)
        if (payload.n === 2) resolve()
        fail = () => reject(new UnrecoverableError('The bell was sold'))
      }),
    onDead: async () => {
      rung.push(0)
    },
  })
  start([kind])
  const id = await ring(1, { key: 'front door' })
  await expect.poll(() => rung).toEqual([1])
  now += 1_000
  expect(await ring(2, { key: 'front door' })).toBe(id)
  fail()
  await done()
  expect(rung).toEqual([1, 2])
  expect(await db.selectFrom('audit_event').select('action').where('target_id', '=', id).execute()).toEqual([])
})

test('a job that says so is given up at once; one with a payload nobody understands, too', async () => {
  const { kind } = bell({
    run: async () => {
      throw new UnrecoverableError('The bell was sold')
    },
  })
  start([kind])
  await ring(1)
  await expect.poll(jobs).toMatchObject([{ state: 'dead', attempts: 1, last_error: 'The bell was sold' }])
  await db.deleteFrom('job').execute()
  await enqueueJob(db, { kind: 'bell.ring', payload: { n: 'many' } }, now)
  await expect.poll(jobs).toMatchObject([{ state: 'dead', attempts: 1 }])
})

test('a job that is postponed, or let go by a server that stops, has not failed, however often that happens', async () => {
  let runs = 0
  const { kind } = bell({
    run: async ({ signal }) => {
      runs++
      if (runs <= 4) throw new JobPostponed('The rope is taken', 30)
      if (runs > 6) return
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      assertNotStopping(signal)
    },
  })
  let workers = start([kind])
  await ring(1)
  const failures = () => db.selectFrom('job').select(['state', 'failures', 'last_error', 'leased_by']).execute()
  const waiting = [{ state: 'waiting', failures: 0, last_error: null, leased_by: null }]
  for (const claims of [1, 2, 3, 4]) {
    await expect.poll(() => runs).toBe(claims)
    await expect.poll(failures).toEqual(waiting)
    await looked()
    expect(runs).toBe(claims)
    now += 30_000
  }
  for (const claims of [5, 6]) {
    await expect.poll(() => runs).toBe(claims)
    await workers.stop(1)
    await expect.poll(failures).toEqual(waiting)
    workers = start([kind])
  }
  await done()
  expect(runs).toBe(7)
})

test('a job of a kind that only a newer server knows is left to it', async () => {
  const { kind } = bell()
  start([kind])
  await enqueueJob(db, { kind: 'gong.strike' }, now)
  await looked()
  expect(await jobs()).toMatchObject([{ kind: 'gong.strike', attempts: 0, state: 'waiting' }])
})

test('a job whose worker fell silent is done by another one, once its lease has ended', async () => {
  const { kind, rung } = bell()
  await ring(5)
  await db.updateTable('job').set({ attempts: 1, leased_by: '01890000-0000-7000-8000-000000000001' }).execute()
  const leaseUntil = (fromNow: number) =>
    db
      .updateTable('job')
      .set({ leased_until: sql<string>`clock_timestamp() + ${fromNow} * interval '1 millisecond'` })
      .execute()
  await leaseUntil(minute)
  start([kind])
  // A machine whose clock is fast must not take it.
  now += 10 * minute
  await looked()
  expect(rung).toEqual([])
  await leaseUntil(-1)
  await done()
  expect(rung).toEqual([5])
})

test('a job that takes longer than its lease stays with the worker that lives', async () => {
  let runs = 0
  let end = () => {}
  const { kind } = bell({
    run: () => {
      runs++
      return new Promise((resolve) => {
        end = resolve
      })
    },
  })
  const lease = 2_000
  for (let each = 0; each < 2; each++) start([kind], { lease })
  await ring(1)
  await expect.poll(() => runs).toBe(1)
  const leasedUntil = async () => {
    const job = await db.selectFrom('job').select('leased_until').executeTakeFirstOrThrow()
    return Date.parse(job.leased_until ?? '')
  }
  // The lease that it was claimed with has ended.
  const claimedUntil = await leasedUntil()
  await expect.poll(leasedUntil).toBeGreaterThan(claimedUntil + lease)
  expect(runs).toBe(1)
  end()
  await done()
  expect(runs).toBe(1)
})

test('a job that ended its process again and again is dead instead of ending it for ever', async () => {
  const { kind, rung } = bell()
  await ring(1)
  await db.updateTable('job').set({ attempts: 3, failures: 3 }).execute()
  start([kind])
  await expect.poll(jobs).toMatchObject([{ state: 'dead', last_error: 'It never came to an end' }])
  expect(rung).toEqual([])
})

test('what comes again is there from the start, once, and comes after its time even when it failed', async () => {
  let runs = 0
  const daily: AnyJobKind = {
    kind: 'floor.sweep',
    payload: z.looseObject({}),
    retryAfter: [],
    every: 86_400,
    run: async () => {
      if (++runs === 2) throw new Error('No broom')
    },
  }
  start([daily])
  start([daily])
  await expect.poll(() => runs).toBe(1)
  for (const expected of [2, 3]) {
    await expect.poll(async () => (await jobs())[0]?.leased_by).toBeNull()
    now += 86_400_000
    await expect.poll(() => runs).toBe(expected)
  }
  await expect.poll(async () => (await jobs())[0]).toMatchObject({ state: 'waiting', attempts: 0, last_error: null })
  expect(await jobs()).toHaveLength(1)
})

test('what comes again, and was put off for years by a wrong clock, comes after its time from the next start on', async () => {
  const sweep = (kind: string): AnyJobKind => ({
    kind,
    payload: z.looseObject({}),
    retryAfter: [],
    every: 3_600,
    run: async () => undefined,
  })
  const due = { late: now + 3_600_000 * 24 * 365, soon: now + 60_000 }
  await enqueueJob(db, { kind: 'late.sweep', key: 'late.sweep', runAt: due.late }, now)
  await enqueueJob(db, { kind: 'soon.sweep', key: 'soon.sweep', runAt: due.soon }, now)
  await ring(1, { runAt: due.late })
  start([sweep('late.sweep'), sweep('soon.sweep'), bell().kind])
  await looked()
  const stored = await db.selectFrom('job').select(['kind', 'run_at']).orderBy('kind').execute()
  expect(stored.map(({ kind, run_at }) => [kind, Date.parse(run_at)])).toEqual([
    ['bell.ring', due.late],
    ['late.sweep', now + 3_600_000],
    ['soon.sweep', due.soon],
  ])
})

test('K5: stopping waits for the work under way, and takes no more', async () => {
  let end = () => {}
  const { kind, rung } = bell({
    run: async ({ payload }) => {
      await new Promise<void>((resolve) => {
        end = resolve
      })
      rung.push(payload.n)
    },
  })
  const workers = start([kind], { concurrency: 1 })
  await ring(1)
  await expect.poll(async () => (await jobs())[0]?.leased_by).not.toBeNull()
  await ring(2)
  const stopped = workers.stop(60_000)
  end()
  await stopped
  expect(rung).toEqual([1])
  expect(await jobs()).toMatchObject([{ attempts: 0, leased_by: null }])
})

test('K5: work that does not end in time is told, let go and done by the next server', async () => {
  let told = false
  const { kind } = bell({
    run: ({ signal }) =>
      new Promise(() => {
        signal.addEventListener('abort', () => {
          told = true
        })
      }),
  })
  const workers = start([kind])
  await ring(1)
  await expect.poll(async () => (await jobs())[0]?.leased_by).not.toBeNull()
  // It never ends by itself; the test checks that `stop` does.
  await workers.stop(100)
  expect(told).toBe(true)
  const next = bell()
  start([next.kind])
  await done()
  expect(next.rung).toEqual([1])
})
