import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { interceptStatements } from '../test/intercept-statements'
import { onCleanup } from '../test/on-cleanup'
import { testDatabase } from '../test/test-database'
import { worldOn } from '../test/world'
import { startJobs } from './jobs'
import { closeDatabase, openDatabase } from './platform/database'

const { db, url } = await testDatabase()
const patient = openDatabase({ url, statementTimeout: 120_000 })
onCleanup(() => closeDatabase(patient))
const { app, platform } = await worldOn(patient)
const { untilLockWaiters } = interceptStatements(db)

test('K3: a mail that somebody asked for is sent while the sweeps take their time, of which one is at work', async () => {
  const jobs = startJobs(platform, url)
  await db.transaction().execute(async (holding) => {
    await sql`lock table change_set, dashboard_image, topic_export in access exclusive mode`.execute(holding)
    await untilLockWaiters('delete from change_set')
    const asked = await app.inject({
      method: 'POST',
      url: '/auth/v1/change-password/request',
      headers: { 'content-type': 'application/json' },
      payload: { username: 'mei@nordbygg.example' },
    })
    expect(asked.statusCode).toBe(202)
    const mail = db.selectFrom('mail').select('state').where('kind', '=', 'password-reset')
    await expect.poll(() => mail.execute()).toEqual([{ state: 'sent' }])
    const held = db.selectFrom('job').select('kind').where('leased_by', 'is not', null)
    const sweeps = ['change-set.forget', 'objects.sweep', 'topics.export.forget']
    expect(await held.where('kind', 'in', sweeps).execute()).toEqual([{ kind: 'change-set.forget' }])
  })
  await jobs.stop(10_000)
})

test('of a copy of the server, one connection listens for new jobs, whatever their kinds', async () => {
  const jobs = startJobs(platform, url)
  const listening = sql<{ query: string }>`select query from pg_stat_activity
    where application_name = 'lintel events' and datname = current_database() and state = 'idle'`
  const heard = async () => (await listening.execute(db)).rows
  await expect.poll(heard).toEqual([{ query: 'listen "lintel_job"' }])
  // Long enough for others to arrive, if there were any.
  await new Promise((resume) => setTimeout(resume, 300))
  expect(await heard()).toHaveLength(1)
  await jobs.stop(10_000)
  await expect.poll(heard).toEqual([])
})
