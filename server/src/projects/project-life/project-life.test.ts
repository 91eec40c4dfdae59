import { readFileSync } from 'node:fs'
import { topics } from '@lintel/contract/content/topics'
import { inProject } from '@lintel/contract/jsonapi/resource'
import { anonymous } from '@lintel/contract/people/permissions'
import { startProject } from '@lintel/contract/projects/project-lifecycle'
import { projects } from '@lintel/contract/projects/projects'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { demoPassword } from '../../../demo/credentials'
import { customerId } from '../../../demo/customers'
import { projectId } from '../../../demo/projects'
import { browser } from '../../../test/browser'
import { world } from '../../../test/world'
import { runChange } from '../../platform/context'
import { startProjectJob } from './start-project'

const { app, as, db, platform } = await world({ projectStartSeconds: 3 })
const barracks = projectId('NB-2087')
const interchange = projectId('NB-2093')
const harbour = projectId('NB-2041')
const hibernated = projectId('NB-1102')
const foreign = projectId('FN-45')

const start = (who: string, id: string) => as(who).call(startProject, { parameters: { id } })
const row = (id: string) =>
  db.selectFrom('project').select(['status', 'crashed_at', 'version']).where('id', '=', id).executeTakeFirstOrThrow()
const waiting = (id: string) =>
  db
    .selectFrom('job')
    .select('run_at')
    .where('kind', '=', 'project.start')
    .where('key', '=', id)
    .where('state', '=', 'waiting')
    .execute()
const finish = (project: string) => {
  const job = { id: uuidv7(), attempt: 1, customer: customerId('nordbygg') }
  return startProjectJob.run({ platform, payload: { project }, job, signal: new AbortController().signal })
}
const actions = async (id: string) =>
  (await db.selectFrom('audit_event').select('action').where('target_id', '=', id).orderBy('sequence').execute()).map(
    ({ action }) => action,
  )

test('a stopped project is started by a job after the configured time; the trigger is idempotent', async () => {
  const before = await row(barracks)
  expect(before.status).toBe('Stopped')
  expect(await start('ingrid', barracks)).toEqual({ status: 'Starting' })
  expect(await start('astrid', barracks)).toEqual({ status: 'Starting' })
  const [job, ...others] = await waiting(barracks)
  expect(others).toEqual([])
  const seconds = (Date.parse(job?.run_at ?? '') - platform.clock()) / 1_000
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(3)
  expect(await as('ingrid').get(projects, barracks)).toMatchObject({ status: 'Starting' })
  await finish(barracks)
  expect((await row(barracks)).version).toBe(before.version + 2)
  // The job runs again when its worker died before removing it.
  await finish(barracks)
  expect(await start('ingrid', barracks)).toEqual({ status: 'Running' })
  expect((await row(barracks)).version).toBe(before.version + 2)
  expect(await actions(barracks)).toEqual([
    'projects.create',
    'projects.start',
    'projects.start',
    'projects.started',
    'projects.start',
  ])
})

test('a crashed project says since when, and starts as a stopped one does', async () => {
  const { crashedAt, status } = await as('kari').get(projects, interchange)
  expect(status).toBe('Crashed')
  expect(Date.parse(crashedAt ?? '')).toBeLessThan(platform.clock())
  await start('kari', interchange)
  expect(await as('kari').get(projects, interchange)).toMatchObject({ status: 'Starting', crashedAt: null })
  await finish(interchange)
  expect((await row(interchange)).status).toBe('Running')
})

test('a project whose starting fails for good is crashed from then on', async () => {
  await db.updateTable('project').set({ status: 'Stopped' }).where('id', '=', barracks).execute()
  await start('ingrid', barracks)
  await runChange(platform, { actor: anonymous, requestId: 'test', ip: '', userAgent: null }, async (change) =>
    startProjectJob.onDead?.(change, { project: barracks }, 'It failed'),
  )
  const { status, crashed_at } = await row(barracks)
  expect(status).toBe('Crashed')
  expect(crashed_at).not.toBeNull()
})

test('whoever does not see a project starts nothing, and a hibernated one is not started', async () => {
  await db.updateTable('project').set({ status: 'Stopped' }).where('id', '=', harbour).execute()
  expect(await start('guest@partner.example', harbour)).toEqual({ status: 'Starting' })
  for (const id of [foreign, uuidv7(), 'nothing']) {
    await expect(start('ola', id)).rejects.toMatchObject({ status: 404, code: 'notFound' })
  }
  expect((await row(foreign)).status).toBe('Stopped')
  await expect(start('ola', hibernated)).rejects.toMatchObject({ status: 409, code: 'projectHibernated' })
})

test('D10: a feed token starts the projects of its customer and no other', async () => {
  await db.updateTable('project').set({ status: 'Stopped', crashed_at: null }).where('id', '=', barracks).execute()
  const query = browser(app, { isOurPage: false })
  const { accessToken } = (
    await query.post('/mgw/api/v2/login', {
      username: 'anna@nordbygg.example',
      password: demoPassword,
      customer: customerId('nordbygg'),
    })
  ).json<{ accessToken: string }>()
  const trigger = async (id: string) =>
    (await query.post(`/mgw/api/v1/projects/${id}/_starttrigger`, {}, { authorization: `Bearer ${accessToken}` }))
      .statusCode
  expect(await trigger(barracks)).toBe(202)
  // Anna administers this one's customer as well; the token does not.
  const other = await db
    .selectFrom('project')
    .select('id')
    .where('customer_id', '=', customerId('eiendom'))
    .where('is_inactive', '=', false)
    .executeTakeFirstOrThrow()
  expect(await trigger(other.id)).toBe(404)
})

test('the statement of the operations guide stops a running project alone, which is then started by its people', async () => {
  const id = projectId('NB-2083')
  const guide = readFileSync(new URL('../../../../docs/operations.md', import.meta.url), 'utf8')
  const statement = /^```sql stop-project\n([^`]+)```$/m.exec(guide)?.[1] ?? ''
  const stop = (project: string) => sql.raw(statement.replace('PROJECT_ID', project)).execute(db)
  const content = inProject(topics, id)
  const before = await row(id)
  expect(before.status).toBe('Running')
  await as('anna').list(content)

  await stop(id)
  expect(await row(id)).toMatchObject({ status: 'Stopped', version: before.version + 1 })
  await expect(as('anna').list(content)).rejects.toMatchObject({ status: 503, code: 'projectStopped' })
  expect(await start('anna', id)).toEqual({ status: 'Starting' })
  await stop(id)
  expect((await row(id)).status).toBe('Starting')
  await finish(id)
  await as('anna').list(content)
})
