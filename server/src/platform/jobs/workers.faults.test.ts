import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { testPlatform } from '../../../test/test-app'
import { closeDatabase, openDatabase } from '../database'
import { startEmbeddedPostgres } from '../embedded-postgres'
import { migrateDatabase } from '../migrate'
import { listenForJobs } from './job-notifications'
import { enqueueJob } from './jobs'
import { type AnyJobKind, startWorkers } from './workers'

const directory = mkdtempSync(join(tmpdir(), 'lintel-jobs-'))
let server = await startEmbeddedPostgres({ directory, log: () => undefined })
const { url, port } = server
await migrateDatabase({ url })
const db = openDatabase({ url })
afterAll(async () => {
  await closeDatabase(db)
  await server.stop()
  rmSync(directory, { recursive: true, force: true })
})

test('K2: workers outlive the database: what was enqueued before is done after, and they hear of new jobs again', async () => {
  const rung: number[] = []
  const kind: AnyJobKind = {
    kind: 'bell.ring',
    payload: z.strictObject({ n: z.int() }),
    retryAfter: [1],
    run: async ({ payload }) => {
      rung.push(payload.n)
    },
  }
  let now = Date.now()
  const notifications = listenForJobs(url)
  const workers = startWorkers({ ...testPlatform(db), clock: () => now }, [kind], {
    pollInterval: 3_600_000,
    notifications,
  })
  await enqueueJob(db, { kind: 'bell.ring', payload: { n: 1 } }, now)
  await expect.poll(() => rung).toEqual([1])

  await enqueueJob(db, { kind: 'bell.ring', payload: { n: 2 }, runAt: now + 60_000 })
  await server.stop()
  now += 60_000
  expect(rung).toEqual([1])
  server = await startEmbeddedPostgres({ directory, log: () => undefined, port })
  // No notification arrives and the next poll is an hour away: reconnecting makes the workers poll.
  await expect.poll(() => rung).toEqual([1, 2])
  await enqueueJob(db, { kind: 'bell.ring', payload: { n: 3 } }, now)
  await expect.poll(() => rung).toEqual([1, 2, 3])
  await Promise.all([notifications.stop(), workers.stop(1_000)])
})
