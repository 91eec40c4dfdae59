import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { testPlatform } from '../../../test/test-app'
import { testDatabase } from '../../../test/test-database'
import { sweepJobsJob } from './sweep-jobs'

const { db } = await testDatabase()

test('a job that died is forgotten after ninety days, one that waits never', async () => {
  const now = Date.parse('2026-03-01T10:00:00Z')
  const job = (kind: string, state: string, days: number) => {
    const at = new Date(now - days * 86_400_000).toISOString()
    return { id: uuidv7(), kind, state, run_at: at, created_at: at }
  }
  await db.deleteFrom('job').execute()
  await db
    .insertInto('job')
    .values([job('old', 'dead', 91), job('young', 'dead', 89), job('waiting', 'waiting', 91)])
    .execute()
  const platform = { ...testPlatform(db), clock: () => now }
  const work = { platform, payload: {}, job: { id: uuidv7(), attempt: 1, customer: null } }
  await sweepJobsJob.run({ ...work, signal: new AbortController().signal })
  const left = await db.selectFrom('job').select('kind').orderBy('kind').execute()
  expect(left.map(({ kind }) => kind)).toEqual(['waiting', 'young'])
})
