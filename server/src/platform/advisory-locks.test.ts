import { sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { interceptStatements } from '../../test/intercept-statements'
import { testDatabase } from '../../test/test-database'
import { acquireLock, retryWhenLocked, waitForLock } from './advisory-locks'
import type { Transaction } from './database'

const { db } = await testDatabase()
const { untilLockWaiters } = interceptStatements(db)

const taking = (turn: string, run: (work: Transaction) => Promise<unknown> = async () => undefined) =>
  retryWhenLocked(() =>
    db.transaction().execute(async (work) => {
      await acquireLock(work, turn)
      await run(work)
    }),
  )

test('who waits for a turn that does not come is told to come again, and those of other turns do not notice', async () => {
  await taking('the bridge', async () => {
    const late = retryWhenLocked(() => db.transaction().execute((work) => acquireLock(work, 'the bridge')), 300)
    await expect(late).rejects.toMatchObject({ code: 'overloaded', status: 503, retryAfter: 5 })
    await taking('the school')
  })
  await taking('the bridge')
})

test('more than a hundred who wait for one turn are turned away at once, and the others have theirs one after the other', async () => {
  const asked: Promise<void>[] = []
  await taking('the pier', async () => {
    let tries = 0
    const ask = () => {
      const one = retryWhenLocked(() =>
        db.transaction().execute((work) => {
          tries++
          return acquireLock(work, 'the pier')
        }),
      )
      one.catch(() => undefined)
      return one
    }
    // No more concurrent ones than may wait for a connection.
    for (const count of [50, 50, 3]) {
      asked.push(...Array.from({ length: count }, ask))
      await expect.poll(() => tries).toBeGreaterThanOrEqual(asked.length)
    }
  })
  const done = await Promise.allSettled(asked)
  const refused = done.filter((one) => one.status === 'rejected')
  expect(refused.map(({ reason }) => reason.code)).toEqual(['overloaded', 'overloaded'])
})

test('a job that waits for long is postponed, and its transaction waits for other locks as before', async () => {
  await taking('the yard', async () => {
    const job = db.transaction().execute((work) => waitForLock(work, 'the yard'))
    await expect(job).rejects.toMatchObject({ name: 'JobPostponed', seconds: 2 })
  })
  await db.transaction().execute(async (work) => {
    const timeout = async () => (await sql<{ lock_timeout: string }>`show lock_timeout`.execute(work)).rows
    const before = await timeout()
    await waitForLock(work, 'the yard')
    expect(await timeout()).toEqual(before)
  })
})

test('a job that waits with its connection comes before those that try', async () => {
  const order: string[] = []
  let both: Promise<unknown> = Promise.resolve()
  await taking('the hall', async () => {
    const trying = taking('the hall', async () => order.push('request'))
    const job = db.transaction().execute(async (work) => {
      await waitForLock(work, 'the hall')
      // Acquiring a held lock again succeeds at once.
      await acquireLock(work, 'the hall')
      order.push('job')
    })
    both = Promise.all([trying, job])
    await untilLockWaiters('pg_advisory_xact_lock')
  })
  await both
  expect(order).toEqual(['job', 'request'])
})

test('of two changes that wait for each other, the aborted one is repeated', async () => {
  await sql`create table oar (id int, pulls int default 0)`.execute(db)
  await sql`insert into oar values (1), (2)`.execute(db)
  let runs = 0
  let locked = 0
  const pull = (...oars: number[]) =>
    retryWhenLocked(() =>
      db.transaction().execute(async (work) => {
        runs++
        for (const id of oars) {
          await sql`update oar set pulls = pulls + 1 where id = ${id}`.execute(work)
          locked++
          await expect.poll(() => locked).toBeGreaterThanOrEqual(2)
        }
      }),
    )
  await Promise.all([pull(1, 2), pull(2, 1)])
  expect(runs).toBe(3)
  expect((await sql`select id, pulls from oar order by id`.execute(db)).rows).toEqual([
    { id: 1, pulls: 2 },
    { id: 2, pulls: 2 },
  ])
})

test('a change that is aborted each time is repeated twice, any other failure not at all', async () => {
  const countRuns = async (code: string) => {
    let runs = 0
    const failing = retryWhenLocked(async () => {
      runs++
      throw Object.assign(new pg.DatabaseError('aborted', 0, 'error'), { code })
    })
    await expect(failing).rejects.toMatchObject({ code })
    return runs
  }
  expect([await countRuns('40P01'), await countRuns('40001'), await countRuns('23505')]).toEqual([3, 3, 1])
})
