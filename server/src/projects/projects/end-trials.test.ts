import { readProjectActivity } from '@lintel/contract/projects/project-activity'
import { projects } from '@lintel/contract/projects/projects'
import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { apiClient } from '../../../test/api-client'
import { requestsTo } from '../../../test/requests-to'
import { testApp, testPlatform } from '../../../test/test-app'
import { testDatabase } from '../../../test/test-database'
import { twoCustomers } from '../../../test/two-customers'
import { verifyAudit } from '../../platform/audit/verify'
import { projectActivityRoute } from '../../settings/audit-events/project-activity.routes'
import { endTrialsJob } from './end-trials'
import { projectRoutes } from './projects.routes'

const { db } = await testDatabase()
const { people, customers, addPerson, addProject, addMember } = await twoCustomers(db)
const platform = testPlatform(db)
const app = await testApp({ db, people, resources: [projectRoutes(platform)], routes: [projectActivityRoute] })
const as = requestsTo(app)
const inDays = (days: number) => new Date(platform.clock() + days * 86_400_000).toISOString()

const endTrials = () => {
  const job = { id: uuidv7(), attempt: 1, customer: null }
  return endTrialsJob.run({ platform, payload: {}, job, signal: new AbortController().signal })
}
const stateOf = (id: string) =>
  db
    .selectFrom('project')
    .select(['is_hibernated', 'version', 'trial_mailed_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
const mails = () => db.selectFrom('mail').select(['kind', 'user_id']).where('kind', '=', 'trial-ends').execute()

test('the owner is mailed once, three days before; then the project hibernates, and the audit log says so', async () => {
  const { ola } = people
  if (!ola) throw new Error('Somebody is missing')
  const trial = (name: string, days: number, more: object = {}) =>
    addProject(name, customers.nord, ola, { trial_ends_at: inDays(days), ...more })
  const early = await trial('Early', 4)
  const soon = await trial('Soon', 2.9)
  const over = await trial('Over', -0.1)
  const deleted = await trial('Deleted', -0.1, { is_inactive: true, deleted_at: inDays(-1) })
  await endTrials()
  await endTrials()
  expect(await mails()).toEqual([{ kind: 'trial-ends', user_id: ola.id }])
  expect(await stateOf(early)).toMatchObject({ is_hibernated: false, trial_mailed_at: null })
  expect(await stateOf(soon)).toMatchObject({ is_hibernated: false, trial_mailed_at: expect.any(String) })
  expect(await stateOf(over)).toMatchObject({ is_hibernated: true, version: 2 })
  expect(await stateOf(deleted)).toMatchObject({ is_hibernated: false })
  const events = await db
    .selectFrom('audit_event')
    .select(['action', 'target_id'])
    .where('action', 'like', 'projects.trial-%')
    .orderBy('sequence')
    .execute()
  expect(events).toEqual([
    { action: 'projects.trial-mail', target_id: soon },
    { action: 'projects.trial-end', target_id: over },
  ])
  expect((await verifyAudit(db)).broken).toEqual([])
  const client = apiClient(app, async () => 'ola')
  expect((await client.call(readProjectActivity, { parameters: { id: over } })).events).toMatchObject([
    { action: 'projects.trial-end', actor: null, before: { isHibernated: false }, after: { isHibernated: true } },
  ])
})

test('a project on trial is not restored beside another one of its owner, until that is no longer on trial', async () => {
  await addPerson('ada')
  const { record: first } = await as('ada').create(projects, { name: 'Cabin' })
  expect((await as('ada').remove(projects, first.id)).status).toBe(204)
  const { record: second } = await as('ada').create(projects, { name: 'Boathouse' })
  const restore = (who: string) => as(who).change(projects, first.id, { isInactive: false })
  expect(await restore('ada')).toMatchObject({ status: 409, code: 'trialRunning' })
  expect(await restore('stig')).toMatchObject({ status: 200 })
  expect(await as('ada').change(projects, first.id, { isInactive: true })).toMatchObject({ status: 200 })
  expect((await as('stig').change(projects, second.id, { customer: customers.nord })).record.trialEndsAt).toBeNull()
  expect((await restore('ada')).record).toMatchObject({ isInactive: false, trialEndsAt: first.trialEndsAt })
})

test('a project on trial is not handed over to a member who has one of their own', async () => {
  const [, ben, cid] = [await addPerson('ann'), await addPerson('ben'), await addPerson('cid')]
  const { record: own } = await as('ben').create(projects, { name: 'Jetty' })
  const { record: trialProject } = await as('ann').create(projects, { name: 'Sauna' })
  for (const member of [ben, cid]) await addMember(trialProject.id, member, 15)
  const transferOwnership = (owner: string) => as('ann').change(projects, trialProject.id, { owner })
  expect(await transferOwnership(ben.email)).toMatchObject({
    status: 409,
    code: 'trialRunning',
    pointers: ['/data/relationships/owner'],
  })
  expect((await as('ann').read(projects, trialProject.id)).record.owner).toBe(people.ann?.email)
  expect((await transferOwnership(cid.email)).record.owner).toBe(cid.email)
  expect((await as('ben').read(projects, own.id)).record.owner).toBe(ben.email)
})

test('the new owner of a trial that ends soon is mailed as well, once, and the former one no more', async () => {
  const [dan, fay] = [await addPerson('dan'), await addPerson('fay')]
  const trial = await addProject('Handed over', customers.nord, dan, { trial_ends_at: inDays(2) })
  await addMember(trial, fay, 15)
  const mailed = async () =>
    (await mails()).flatMap(({ user_id }) => (user_id === dan.id || user_id === fay.id ? [user_id] : []))
  await endTrials()
  expect(await mailed()).toEqual([dan.id])
  expect((await as('dan').change(projects, trial, { name: 'Handed over soon' })).status).toBe(200)
  await endTrials()
  expect(await mailed()).toEqual([dan.id])
  expect((await as('dan').change(projects, trial, { owner: fay.email })).record.owner).toBe(fay.email)
  await endTrials()
  await endTrials()
  expect((await mailed()).sort()).toEqual([dan.id, fay.id].sort())
})

test('of two trials of a person that are restored at once, one is', async () => {
  const eve = await addPerson('eve')
  const deleted = { trial_ends_at: inDays(5), is_inactive: true, deleted_at: inDays(-1) }
  const ids = await Promise.all(['One', 'Two'].map((name) => addProject(name, customers.sor, eve, deleted)))
  const restored = await Promise.all(ids.map((id) => as('eve').change(projects, id, { isInactive: false })))
  expect(restored.map(({ status }) => status).sort()).toEqual([200, 409])
})
