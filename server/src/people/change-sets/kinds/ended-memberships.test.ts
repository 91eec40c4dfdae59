import { groups } from '@lintel/contract/content/groups'
import { topics } from '@lintel/contract/content/topics'
import { inProject } from '@lintel/contract/jsonapi/resource'
import { applyChangeSet, type ChangeSet, changeSets, undoChangeSet } from '@lintel/contract/people/change-sets'
import { sql } from 'kysely'
import pg from 'pg'
import { beforeEach, expect, test } from 'vitest'
import { customerId } from '../../../../demo/customers'
import { personId } from '../../../../demo/person-id'
import { projectId } from '../../../../demo/projects'
import { importDirectory } from '../../../../test/directory-import'
import { testDatabase } from '../../../../test/test-database'
import { worldOn } from '../../../../test/world'
import { changeChannel } from '../../../platform/events/change-channel'

const { db, url } = await testDatabase()
const { as } = await worldOn(db)
const customer = customerId('nordbygg')
const [harbour, bridge] = [projectId('NB-2041'), projectId('NB-2042')]
const [astrid, ola] = [as('astrid'), as('ola')]
const [harbourTopics, harbourGroups] = [inProject(topics, harbour), inProject(groups, harbour)]
const domain = 'nordbygg.example'
const [mei, owner] = [`mei@${domain}`, `ola@${domain}`]
const workflow = await db
  .selectFrom('workflow')
  .innerJoin('workflow_state as state', 'state.workflow_id', 'workflow.id')
  .where('workflow.project_id', '=', harbour)
  .where('state.kind', '=', 'open')
  .select(['workflow.id', 'state.name as state'])
  .limit(1)
  .executeTakeFirstOrThrow()

const removal = { cells: [{ user: mei, project: harbour, level: 0 }] }
const plan = () => astrid.post(changeSets, { kind: 'roles', customer, input: removal } as never)
const remove = () => astrid.post(changeSets, { kind: 'roles', customer, input: removal, apply: 'whenClean' } as never)
const apply = (id: string) => astrid.call(applyChangeSet, { parameters: { id } })
const undo = ({ id }: Pick<ChangeSet, 'id'>) =>
  astrid.call(undoChangeSet, { parameters: { id }, body: { partial: false } })

/** The titles of the topics that are assigned to a person, and the names of their groups, each with whether the directory put them there. */
async function heldBy(email: string) {
  const assigned = db.selectFrom('topic').where('assignee_id', '=', personId(email)).where('project_id', '=', harbour)
  const joined = db
    .selectFrom('project_group_member as own')
    .innerJoin('project_group as held', 'held.id', 'own.group_id')
    .where('own.user_id', '=', personId(email))
    .where('own.project_id', '=', harbour)
  return {
    topics: (await assigned.select('title').orderBy('title').execute()).map(({ title }) => title),
    groups: (await joined.select(['held.name', 'own.is_imported']).orderBy('held.name').execute()).map(
      ({ name, is_imported }) => [name, is_imported],
    ),
  }
}
const isMember = async (email: string) =>
  (
    await db
      .selectFrom('project_member')
      .where('project_id', '=', harbour)
      .where('user_id', '=', personId(email))
      .select('version')
      .execute()
  ).length > 0

const assign = (id: string, assignee: string | null) => ola.patch(harbourTopics, id, { assignee })
const addTopic = (title: string, assignee: string | null) =>
  ola.post(harbourTopics, { project: harbour, title, workflow: workflow.id, state: workflow.state, assignee } as never)
const addGroup = (name: string, members: string[]) =>
  ola.post(harbourGroups, { project: harbour, name, members } as never)

const [hinge, rail] = ['Hinge of the gangway squeaks', 'Rail is loose']
let railTopic = ''
let crew = ''

beforeEach(async () => {
  await db.deleteFrom('topic').where('project_id', '=', harbour).execute()
  await db.deleteFrom('project_group').where('project_id', '=', harbour).where('is_automatic', '=', false).execute()
  await addTopic(hinge, mei)
  railTopic = (await addTopic(rail, mei)).id
  crew = (await addGroup('Gangway crew', [mei, owner])).id
  expect(await heldBy(mei)).toEqual({ topics: [hinge, rail], groups: [['Gangway crew', false]] })
})

test('a removal from the grid that is undone gives back the groups and the assigned topics', async () => {
  const set = await remove()
  expect(set).toMatchObject({ state: 'applied' })
  expect(await isMember(mei)).toBe(false)
  expect(await heldBy(mei)).toEqual({ topics: [], groups: [] })
  await undo(set)
  expect(await heldBy(mei)).toEqual({ topics: [hinge, rail], groups: [['Gangway crew', false]] })
  expect(await heldBy(owner)).toEqual({ topics: [], groups: [['Gangway crew', false]] })
})

test('what ended is what the person had when they were removed, not when that was planned', async () => {
  const set = await plan()
  expect(set).toMatchObject({ state: 'planned' })
  await assign(railTopic, null)
  await addTopic('Bolt is missing', mei)
  await ola.patch(harbourGroups, crew, { members: [owner] })
  await addGroup('Night shift', [mei])
  expect(await apply(set.id)).toMatchObject({ state: 'applied' })
  await undo(set)
  expect(await heldBy(mei)).toEqual({ topics: ['Bolt is missing', hinge], groups: [['Night shift', false]] })
})

test('an undo leaves topics with whom they were assigned to since, and restores nothing of a group that is gone', async () => {
  const night = await addGroup('Night shift', [mei])
  const set = await remove()
  await assign(railTopic, owner)
  await ola.remove(harbourGroups, night.id)
  await undo(set)
  expect(await heldBy(mei)).toEqual({ topics: [hinge], groups: [['Gangway crew', false]] })
  expect(await heldBy(owner)).toMatchObject({ topics: [rail] })
})

test('an undo gives the topics and groups a new version and publishes it, so that nothing is written over them', async () => {
  const set = await remove()
  const [topic, group] = [await ola.get(harbourTopics, railTopic), await ola.get(harbourGroups, crew)]
  expect([topic.assignee, group.members]).toEqual([null, [owner]])
  const published = await publishedDuring(() => undo(set))
  expect(published).toEqual(
    expect.arrayContaining([
      `topics ${railTopic} ${topic.version + 1}`,
      `groups ${crew} ${group.version + 1}`,
      expect.stringContaining(`project-members ${harbour}.`),
    ]),
  )
  await expect(ola.patch(harbourTopics, railTopic, { assignee: owner }, topic.version)).rejects.toMatchObject({
    status: 412,
  })
  await expect(ola.patch(harbourGroups, crew, { members: [] }, group.version)).rejects.toMatchObject({ status: 412 })
})

test('more than what is published record by record is published by type', async () => {
  await sql`
    insert into topic (id, customer_id, project_id, number, title, workflow_id, state, state_kind, assignee_id)
    select gen_random_uuid(), ${customer}, ${harbour}, 1000 + many, 'One of many', ${workflow.id}, ${workflow.state}, 'open', ${personId(mei)}
    from generate_series(1, 150) as many`.execute(db)
  const set = await remove()
  const published = await publishedDuring(() => undo(set))
  expect(published).toEqual(
    expect.arrayContaining(['project-members null null', 'topics null null', 'groups null null']),
  )
  expect((await heldBy(mei)).topics).toHaveLength(152)
})

/** Somebody who is a member of neither project, until a test adds them. */
const lena = `lena@${domain}`
const add = (input: object, kind = 'roles') =>
  astrid.post(changeSets, { kind, customer, input, apply: 'whenClean' } as never)
const cell = (project: string) => ({ user: lena, project, level: 10 })

test.each([
  ['one cell', 'roles', { cells: [cell(harbour)] }],
  ['several cells', 'roles', { cells: [cell(harbour), cell(bridge)] }],
  ['a form', 'user', { user: lena, cells: [{ project: harbour, level: 10 }] }],
])(
  'an addition by %s that is undone and done again gives back what the person held by then',
  async (_, kind, input) => {
    const added = await add(input, kind)
    expect(added).toMatchObject({ state: 'applied' })
    const [bolt, nut] = [await addTopic('Bolt is missing', lena), await addTopic('Nut is missing', lena)]
    await ola.patch(harbourGroups, crew, { members: [mei, owner, lena] })
    const held = { topics: ['Bolt is missing', 'Nut is missing'], groups: [['Gangway crew', false]] }
    expect(await heldBy(lena)).toEqual(held)
    await undo(added)
    expect(await heldBy(lena)).toEqual({ topics: [], groups: [] })
    const again = await add({ again: added.id }, kind)
    expect(again).toMatchObject({ state: 'applied' })
    expect(await heldBy(lena)).toEqual(held)
    await undo(again)
    await assign(nut.id, owner)
    const published = await publishedDuring(() => add({ again: again.id }, kind))
    expect(published).toEqual(expect.arrayContaining(['topics null null', 'groups null null']))
    expect(await heldBy(lena)).toEqual({ ...held, topics: ['Bolt is missing'] })
    expect((await ola.get(harbourTopics, bolt.id)).version).toBeGreaterThan(bolt.version)
    await add({ cells: [{ ...cell(harbour), level: 0 }] })
    await add({ cells: [cell(harbour)] })
    expect(await heldBy(lena)).toEqual({ topics: [], groups: [] })
    await astrid.post(changeSets, {
      ...{ kind: 'remove-from-all-projects', customer, apply: 'whenClean' },
      input: { users: [lena] },
    } as never)
  },
)

test('removals from all projects and by an import are undone with groups and topics too', async () => {
  const all = await astrid.post(changeSets, {
    ...{ kind: 'remove-from-all-projects', customer, apply: 'whenClean' },
    input: { users: [mei] },
  } as never)
  expect(all).toMatchObject({ state: 'applied' })
  expect(await heldBy(mei)).toEqual({ topics: [], groups: [] })
  await undo(all)
  expect(await heldBy(mei)).toEqual({ topics: [hinge, rail], groups: [['Gangway crew', false]] })

  const files = { 'users.csv': `email;enabled\n${mei};FALSE\n` }
  const { planId, summary } = await importDirectory(astrid, { files, domain })
  const removals = String(summary.removal?.removed ?? 0)
  await importDirectory(astrid, { planId, dryRun: 'false', removals })
  expect(await isMember(mei)).toBe(false)
  expect(await heldBy(mei)).toEqual({ topics: [], groups: [] })
  await undo({ id: planId })
  expect(await heldBy(mei)).toEqual({ topics: [hinge, rail], groups: [['Gangway crew', false]] })
})

test('nothing is given back to somebody whom an import has disabled since', async () => {
  const set = await remove()
  const files = { 'users.csv': `email;enabled\n${mei};FALSE\n` }
  const { planId, summary } = await importDirectory(astrid, { files, domain })
  await importDirectory(astrid, { planId, dryRun: 'false', removals: String(summary.removal?.removed ?? 0) })
  await expect(undo(set)).rejects.toMatchObject({ status: 409, code: 'changedSince' })
  await astrid.call(undoChangeSet, { parameters: { id: set.id }, body: { partial: true } })
  expect([await isMember(mei), await heldBy(mei)]).toEqual([false, { topics: [], groups: [] }])
})

/** The changes that are published during a run, as `type id version`. */
async function publishedDuring(run: () => Promise<unknown>): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  const published: string[] = []
  await client.connect()
  client.on('notification', ({ payload = '{}' }) => {
    const { type, id, version } = JSON.parse(payload) as { type: string; id: string | null; version: number | null }
    published.push(`${type} ${id} ${version}`)
  })
  await client.query(`listen ${changeChannel}`)
  await run()
  await client.query('select 1')
  await client.end()
  return published
}
