import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { personId } from '../demo/person-id'
import { expectInTime } from '../test/expect-in-time'
import { interceptStatements } from '../test/intercept-statements'
import { onCleanup } from '../test/on-cleanup'
import { startSmtpServer } from '../test/smtp'
import { testDatabase } from '../test/test-database'
import { worldOn } from '../test/world'
import { startJobs } from './jobs'
import { platformOrigin, runChange } from './platform/context'
import { closeDatabase, openDatabase } from './platform/database'
import { enqueueMails } from './platform/mail/mail'

const { db, url } = await testDatabase()
const patient = openDatabase({ url, statementTimeout: 120_000 })
onCleanup(() => closeDatabase(patient))
const { app, platform } = await worldOn(patient)
const { untilLockWaiters } = interceptStatements(db)

async function requestReset(on: typeof app, username: string): Promise<void> {
  const asked = await on.inject({
    method: 'POST',
    url: '/auth/v1/change-password/request',
    headers: { 'content-type': 'application/json' },
    payload: { username },
  })
  expect(asked.statusCode).toBe(202)
}

test('K3: a mail that somebody asked for is sent while the sweeps take their time, of which one is at work', async () => {
  const jobs = startJobs(platform, url)
  await db.transaction().execute(async (holding) => {
    await sql`lock table change_set, dashboard_image, topic_export in access exclusive mode`.execute(holding)
    await untilLockWaiters('delete from change_set')
    await requestReset(app, 'mei@nordbygg.example')
    const mail = db.selectFrom('mail').select('state').where('kind', '=', 'password-reset')
    await expect.poll(() => mail.execute()).toEqual([{ state: 'sent' }])
    const held = db.selectFrom('job').select('kind').where('leased_by', 'is not', null)
    const sweeps = ['change-set.forget', 'objects.sweep', 'topics.export.forget']
    expect(await held.where('kind', 'in', sweeps).execute()).toEqual([{ kind: 'change-set.forget' }])
  })
  await jobs.stop(10_000)
})

test('a mail that somebody waits for is sent while the mail server hangs on notices, and neither holds up the end', async () => {
  const server = await startSmtpServer()
  const { app: mailing, platform: mailingPlatform } = await worldOn(patient, { smtpUrl: server.url })
  const mei = { to: personId('mei@nordbygg.example'), kind: 'trial-ends' } as const
  const values = { project: 'Harbour', endsAt: '2026-03-08T10:00:00.000Z', link: 'https://lintel.example/' }
  await runChange(mailingPlatform, platformOrigin('test'), async (change) => {
    change.audit({ action: 'trials.end', customer: null })
    await enqueueMails(
      change,
      Array.from({ length: 10 }, () => ({ ...mei, values })),
    )
  })
  server.behaviour = 'falls silent'
  const jobs = startJobs(mailingPlatform, url)
  await expect.poll(() => server.attempts).toBe(2)
  server.behaviour = 'takes'
  await requestReset(mailing, 'ola@nordbygg.example')
  await expect.poll(() => server.mails.map(({ to }) => to)).toContainEqual(['ola@nordbygg.example'])
  const startedAt = performance.now()
  await jobs.stop(100)
  expectInTime(performance.now() - startedAt, 5_000)
  const notices = db.selectFrom('mail').select('state').where('user_id', '=', mei.to).where('kind', '=', mei.kind)
  expect(await notices.execute()).toEqual(Array.from({ length: 10 }, () => ({ state: 'waiting' })))
  expect(await db.selectFrom('job').select('kind').where('leased_by', 'is not', null).execute()).toEqual([])
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
