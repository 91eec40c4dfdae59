import { changeSets, undoChangeSet } from '@lintel/contract/people/change-sets'
import { leaveProject } from '@lintel/contract/people/leave-project'
import { projectMembers } from '@lintel/contract/people/members'
import { anonymous } from '@lintel/contract/people/permissions'
import { readProjectActivity } from '@lintel/contract/projects/project-activity'
import { projects } from '@lintel/contract/projects/projects'
import { auditEvents } from '@lintel/contract/settings/audit-events'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { customerId } from '../../../demo/customers'
import { personId } from '../../../demo/person-id'
import { projectId } from '../../../demo/projects'
import { countBlocks } from '../../../test/capture-statements'
import { importDirectory } from '../../../test/directory-import'
import { world } from '../../../test/world'
import { appendAudit } from '../../platform/audit/audit'

const { as, db, clock } = await world()
const customer = customerId('nordbygg')
const harbour = projectId('NB-2041')
const activity = async (name: string, id = harbour) =>
  (await as(name).call(readProjectActivity, { parameters: { id } })).events
const mei = 'mei@nordbygg.example'

test('owners and administrators read what happened in their project: who changed which words and which roles', async () => {
  await as('ola').patch(projects, harbour, { description: 'Nine floors' })
  await as('kari').patch(projectMembers, `${harbour}.${personId(mei)}`, { privilegeLevel: 15 })
  const set = await as('astrid').post(changeSets, {
    ...{ kind: 'roles', customer, apply: 'whenClean' },
    input: { cells: [{ user: mei, project: harbour, level: 20 }] },
  } as never)
  await as('astrid').call(undoChangeSet, { parameters: { id: set.id }, body: {} })
  await as('mei').call(leaveProject, { parameters: { id: harbour } })
  const events = await activity('ola')
  expect(events.slice(0, 5)).toMatchObject([
    { action: 'project-members.leave', actor: mei, members: [{ before: 15, after: 0 }], membersTotal: 1 },
    { action: 'change-sets.undo', members: [{ user: mei, before: 20, after: 15 }], membersTotal: 1 },
    {
      action: 'change-sets.apply',
      actor: 'astrid@nordbygg.example',
      members: [{ user: mei, before: 15, after: 20 }],
    },
    {
      action: 'project-members.update',
      actor: 'kari@nordbygg.example',
      members: [{ user: mei, before: 10, after: 15 }],
    },
    { action: 'projects.update', actor: 'ola@nordbygg.example', after: { description: 'Nine floors' }, members: [] },
  ])
  expect(await activity('kari')).toEqual(events)
  expect(await activity('staff')).toEqual(events)
})

test('an undo that changed nothing in a project is told only where it did', async () => {
  const [jonas, bath] = ['jonas@nordbygg.example', projectId('NB-2064')]
  const set = await as('astrid').post(changeSets, {
    ...{ kind: 'roles', customer, apply: 'whenClean' },
    input: { cells: [harbour, bath].map((project) => ({ user: jonas, project, level: 20 })) },
  } as never)
  await as('astrid').patch(projectMembers, `${harbour}.${personId(jonas)}`, { privilegeLevel: 15 })
  await as('astrid').call(undoChangeSet, { parameters: { id: set.id }, body: { partial: true } })
  expect((await activity('astrid'))[0]).toMatchObject({ action: 'project-members.update', kind: null, membersTotal: 1 })
  expect((await activity('astrid', bath))[0]).toMatchObject({ action: 'change-sets.undo', membersTotal: 1 })
})

test('a change of the login methods of a project is told as such', async () => {
  const { version } = await as('astrid').get(projects, harbour)
  const input = { project: harbour, providers: ['COGNITO'], expectedVersion: version }
  await as('astrid').post(changeSets, {
    ...{ kind: 'project-login-methods', customer, apply: 'whenClean', input },
  } as never)
  const told = { action: 'change-sets.apply', kind: 'project-login-methods', members: [], membersTotal: 0 }
  expect((await activity('astrid'))[0]).toMatchObject(told)
})

test('an import of the directory, and its undo, is told as such, with the members whose access it changed', async () => {
  const files = {
    'groups.csv': 'group\nHarbour crew\n',
    'access.csv': 'group;project;role\nHarbour crew;NB-2041;user\n',
  }
  const importFiles = async (more: Record<string, string>) => {
    const { planId } = await importDirectory(as('astrid'), { files: { ...files, ...more }, domain: 'nordbygg.example' })
    await importDirectory(as('astrid'), { planId, dryRun: 'false' })
    return planId
  }
  const nobody = await importFiles({})
  const told = { actor: 'astrid@nordbygg.example', kind: 'ad-import', members: [], membersTotal: 0 }
  expect((await activity('astrid'))[0]).toMatchObject({ action: 'change-sets.apply', ...told })
  await as('astrid').call(undoChangeSet, { parameters: { id: nobody }, body: {} })
  expect((await activity('astrid'))[0]).toMatchObject({ action: 'change-sets.undo', ...told })
  const lena = 'lena@nordbygg.example'
  await importFiles({ 'memberships.csv': `group;email\nHarbour crew;${lena}\n` })
  const added = { members: [{ user: lena, before: 0, after: 10 }], membersTotal: 1 }
  expect((await activity('astrid'))[0]).toMatchObject({ action: 'change-sets.apply', kind: 'ad-import', ...added })
})

test('G4: members, strangers and guests read no activity, and none of another project', async () => {
  expect((await activity('ola')).length).toBeGreaterThan(0)
  for (const name of ['jonas', 'reports@nordbygg.example', 'gro@fjellbane.example'])
    await expect(activity(name)).rejects.toMatchObject({ status: 404 })
  const guest = as('guest@partner.example', { method: 'password', guestOf: harbour })
  await expect(guest.call(readProjectActivity, { parameters: { id: harbour } })).rejects.toMatchObject({ status: 403 })
  await expect(activity('kari', projectId('NB-2064'))).rejects.toMatchObject({ status: 404 })
  await expect(activity('ola', 'nonsense')).rejects.toMatchObject({ status: 404 })
})

/** This many people join. */
const open = (project: string, times: number) =>
  db.transaction().execute((transaction) =>
    appendAudit(
      transaction,
      Array.from({ length: times }, () => ({
        ...{ action: 'projects.open', customer, target: { type: 'projects', id: project } },
      })),
      { actor: anonymous, requestId: 'test', ip: '203.0.113.9', userAgent: 'Test', now: clock.now() },
    ),
  )

test('what happened in a project costs the same, however often it was opened', async () => {
  const board = () => countBlocks(db, 'latest as materialized', () => activity('ola'))
  const page = (filter: object) =>
    as('astrid').page(auditEvents, { filter: { customer, subject: harbour, ...filter }, page: { size: 50 } })
  const history = () => page({ everyday: 'false' })
  const [before, events] = [await activity('ola'), (await history()).records.map(({ id }) => id)]
  await sql`analyze audit_event`.execute(db)
  const few = [await board(), await countBlocks(db, 'about.target_id', history)]
  await open(harbour, 20_000)
  await sql`analyze audit_event`.execute(db)
  const many = [await board(), await countBlocks(db, 'about.target_id', history)]
  expect(many.map((blocks, at) => blocks < 2 * (few[at] ?? 0) + 100)).toEqual([true, true])
  expect(await activity('ola')).toEqual(before)
  expect((await history()).records.map(({ id }) => id)).toEqual(events)
  // Reading the activity reads the latest events, not all of them.
  const visits = () => page({ everyday: 'true' })
  expect((await visits()).records.map(({ action }) => action)).toEqual(Array(50).fill('projects.open'))
  expect(await countBlocks(db, 'about.target_id', visits)).toBeLessThan(5_000)
})

/** Change sets that were applied to a role of Mei, one a second, the last of them now; the ids of their events, latest first. */
async function applyMany(project: string, times: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with made as materialized (
      select gen_random_uuid() as id, to_timestamp(${clock.now()}::float8 / 1000) - place * interval '1 second' as at, place,
        (lpad(to_hex(${clock.now()}::bigint - place * 1000), 12, '0') || '7' || substr(md5(random()::text), 1, 19))::uuid as change_set
      from generate_series(0, ${times - 1}::int) as place
    ), sets as (
      insert into change_set (id, customer_id, kind, state, created_at, planned_at, applied_at)
      select change_set, ${customer}::uuid, 'roles', 'applied', at, at, at from made
    ), change_rows as (
      insert into change_set_row (change_set_id, number, outcome, user_id, project_id, before, after)
      select change_set, 1, 'change', ${personId(mei)}::uuid, ${project}::uuid, '{"privilegeLevel": 10}', '{"privilegeLevel": 15}' from made
    ), head as (
      select coalesce(max(sequence), 0) as sequence from audit_event where tenant_id = ${customer}
    ), events as (
      insert into audit_event (tenant_id, sequence, id, occurred_at, action, result, target_type, target_id, hash)
      select ${customer}::uuid, head.sequence + ${times} - place, id, at, 'change-sets.apply', 'success', 'change-sets', change_set::text, ''
      from made cross join head
    )
    select id from made order by place`.execute(db)
  await sql`update audit_chain set sequence = (select max(sequence) from audit_event where tenant_id = ${customer})
    where tenant_id = ${customer}`.execute(db)
  return rows.map(({ id }) => id)
}

test('what happened in a project costs the same, however many change sets changed its people, and a late undo is told', async () => {
  const [wharf, level] = [projectId('NB-2064'), 15]
  const old = await as('astrid').post(changeSets, {
    ...{ kind: 'roles', customer, apply: 'whenClean' },
    input: { cells: [{ user: mei, project: wharf, level }] },
  } as never)
  const board = () => countBlocks(db, 'latest as materialized', () => activity('astrid', wharf))
  const tables = ['audit_event', 'change_set', 'change_set_row']
  const settle = async () => {
    for (const table of tables) await sql`analyze ${sql.table(table)}`.execute(db)
  }
  clock.advance(2 * 3_600_000)
  await applyMany(wharf, 500)
  await as('astrid').call(undoChangeSet, { parameters: { id: old.id }, body: {} })
  const [undone] = await activity('astrid', wharf)
  expect(undone).toMatchObject({ action: 'change-sets.undo', membersTotal: 1 })
  clock.advance(2 * 3_600_000)
  await applyMany(wharf, 1_000)
  await settle()
  const few = await board()
  clock.advance(4 * 3_600_000)
  const events = await applyMany(wharf, 10_000)
  await settle()
  expect(await board()).toBeLessThan(2 * few)
  expect((await activity('astrid', wharf)).map(({ id }) => id)).toEqual(events.slice(0, 20))
})
