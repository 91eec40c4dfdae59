import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { testPlatform } from '../../../test/serving'
import { testDatabase } from '../../../test/test-database'
import { twoCustomers } from '../../../test/two-customers'
import { verifyAudit } from '../../platform/audit/verify'
import { endTrialsJob } from './end-trials'

const { db } = await testDatabase()
const { people, customers, addProject } = await twoCustomers(db)
const platform = testPlatform(db)
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
})
