import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { expect, onTestFinished, test, vi } from 'vitest'
import { interceptStatements } from '../../../test/intercept-statements'
import { testPlatform } from '../../../test/test-app'
import { testDatabase } from '../../../test/test-database'
import { twoCustomers } from '../../../test/two-customers'
import { lockDirectory } from '../../people/directory-groups/derive-access'
import { verifyAudit } from '../../platform/audit/verify'
import { purgeProjectsJob } from './purge-projects'

const { db } = await testDatabase()
const { people, customers, projects, addProject, addMember } = await twoCustomers(db)
const { beforeStatement } = interceptStatements(db)
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

/** Deletes a project of each customer, in which a group of their directory gives something, and returns their ids. */
async function addDueProjects() {
  const due: string[] = []
  for (const [customer, owner] of [
    [customers.nord, people.ola],
    [customers.sor, people.liv],
  ] as const) {
    if (!owner) throw new Error('Somebody is missing')
    const group = { id: uuidv7(), customer_id: customer, name: uuidv7(), source: 'scim' }
    const project = await addProject('Due', customer, owner, {
      is_inactive: true,
      deleted_at: daysAgo(31 + due.length),
    })
    await db.insertInto('directory_group').values(group).execute()
    const access = { group_id: group.id, project_id: project, customer_id: customer, level: 10 }
    await db.insertInto('directory_group_access').values(access).execute()
    due.push(project)
  }
  return due as [string, string]
}

test('while the directory of its customer is changed, a project is not purged, and held by nobody', async () => {
  const [due, other] = await addDueProjects()
  const made = await db.transaction().execute(async (directory) => {
    await lockDirectory(directory, customers.nord)
    await sql`update directory_revision set revision = revision + 1 where customer_id = ${customers.nord}`.execute(
      directory,
    )
    const isTried = new Promise<void>((tried) => beforeStatement('pg_try_advisory_xact_lock', async () => tried()))
    const purging = purge()
    await isTried
    await sql`select from project where id = ${due} for update nowait`.execute(directory)
    return { purging }
  })
  await made.purging
  expect(await remaining([due, other])).toEqual([])
})

test('a directory that stays locked holds up the projects of its own customer alone, until the next run', async () => {
  const [due, other] = await addDueProjects()
  // The other customer comes after this one.
  await db
    .updateTable('project')
    .set({ deleted_at: daysAgo(40) })
    .where('id', '=', due)
    .execute()
  onTestFinished(() => void vi.restoreAllMocks())
  await db.transaction().execute(async (directory) => {
    await lockDirectory(directory, customers.nord)
    const later = performance.now() + 60_000
    beforeStatement('pg_try_advisory_xact_lock', async () => vi.spyOn(performance, 'now').mockReturnValue(later))
    await purge()
  })
  const stored = db.selectFrom('project').select('id').where('id', 'in', [due, other])
  expect(await stored.execute()).toEqual([{ id: due }])
  await purge()
  expect(await stored.execute()).toEqual([])
})

test('a purge that fails holds up the projects of its own customer alone, and the run is reported as failed', async () => {
  const [due, other] = await addDueProjects()
  // The other customer comes after this one.
  await db
    .updateTable('project')
    .set({ deleted_at: daysAgo(40) })
    .where('id', '=', due)
    .execute()
  const refuse = sql`create function refuse_purge() returns trigger language plpgsql as $$ begin raise 'kept'; end $$`
  await refuse.execute(db)
  await sql`create trigger refuse_purge before delete on project for each row when (old.id = ${sql.lit(due)}::uuid)
    execute function refuse_purge()`.execute(db)
  onTestFinished(async () => void (await sql`drop function refuse_purge cascade`.execute(db)))
  await expect(purge()).rejects.toThrow('kept')
  const stored = db.selectFrom('project').select('id').where('id', 'in', [due, other])
  expect(await stored.execute()).toEqual([{ id: due }])
})
