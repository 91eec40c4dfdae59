import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { testPlatform } from '../../../test/test-app'
import { testDatabase } from '../../../test/test-database'
import { twoCustomers } from '../../../test/two-customers'
import { verifyAudit } from '../../platform/audit/verify'
import { purgeProjectsJob } from './purge-projects'

const { db } = await testDatabase()
const { people, customers, projects, addProject, addMember } = await twoCustomers(db)
const platform = testPlatform(db)
const day = 86_400_000
const daysAgo = (days: number) => new Date(platform.clock() - days * day).toISOString()

const purge = () => {
  const job = { id: uuidv7(), attempt: 1, customer: null }
  return purgeProjectsJob.run({ platform, payload: {}, job, signal: new AbortController().signal })
}
const remaining = async (ids: readonly string[]) =>
  (await db.selectFrom('project').select('name').where('id', 'in', ids).orderBy('name').execute()).map(
    ({ name }) => name,
  )

test('a deleted project is gone after thirty days, with all that is in it, and the trail tells of it', async () => {
  const { ola, mei, gus } = people
  if (!ola || !mei || !gus) throw new Error('Somebody is missing')
  const deleted = (name: string, days: number) =>
    addProject(name, customers.nord, ola, { is_inactive: true, deleted_at: daysAgo(days) })
  const old = [await deleted('Long ago', 31), await deleted('Longer ago', 300)]
  const young = await deleted('Lately', 29)
  const restored = await addProject('Restored', customers.nord, ola)
  const [first = ''] = old
  await addMember(first, mei, 10)
  await addMember(first, gus, 5)
  // Projects created from it are kept.
  await db.updateTable('project').set({ template_project_id: first }).where('id', '=', restored).execute()
  await db
    .insertInto('template_application')
    .values({ project_id: first, customer_id: customers.nord, source_project_id: restored, template_version: 1 })
    .execute()
  const copy = { entity_type: 'groups', source_version: 1, source_hash: 'a', copy_hash: 'a' }
  const [resource, source] = [uuidv7(), uuidv7()]
  await db
    .insertInto('copied_resource')
    .values([
      { ...copy, project_id: first, resource_id: resource, source_project_id: restored, source_id: source },
      { ...copy, project_id: restored, resource_id: source, source_project_id: first, source_id: resource },
    ])
    .execute()
  await purge()
  await purge()
  const remembered = await db.selectFrom('copied_resource').select('project_id').execute()
  expect(remembered).toEqual([{ project_id: restored }])
  expect(await db.selectFrom('template_application').select('project_id').execute()).toEqual([])
  expect(await remaining([...old, young, restored, projects.bridge])).toEqual(['Bridge', 'Lately', 'Restored'])
  expect(await db.selectFrom('project_member').select('user_id').where('project_id', 'in', old).execute()).toEqual([])
  const events = await db
    .selectFrom('audit_event')
    .select(['target_id', 'tenant_id', 'before'])
    .where('action', '=', 'projects.purge')
    .orderBy('sequence')
    .execute()
  expect(events.map(({ target_id }) => target_id)).toEqual(old.toReversed())
  expect(events[1]).toMatchObject({ tenant_id: customers.nord, before: { name: 'Long ago' } })
  expect((await verifyAudit(db)).broken).toEqual([])
})
