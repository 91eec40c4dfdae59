import { sql } from 'kysely'
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
