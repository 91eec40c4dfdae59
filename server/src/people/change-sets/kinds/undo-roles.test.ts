import { jsonApiMediaType } from '@lintel/contract/jsonapi/document'
import type { RoleCell } from '@lintel/contract/people/change-set-inputs'
import { changeSets, previewUndo, undoChangeSet } from '@lintel/contract/people/change-sets'
import { leaveProject } from '@lintel/contract/people/leave-project'
import { projectMembers } from '@lintel/contract/people/members'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { apiClient } from '../../../../test/api-client'
import { captureStatements } from '../../../../test/capture-statements'
import { testApp, testPlatform } from '../../../../test/test-app'
import { testDatabase } from '../../../../test/test-database'
import { twoCustomers } from '../../../../test/two-customers'
import { leaveProjectRoute } from '../../members/leave-project.routes'
import { memberRoutes } from '../../members/members.routes'
import { changeSetRoutes, changeSetStepRoutes } from '../engine/change-sets.routes'

const { db } = await testDatabase()
const { people, customers, somebody, addFreshProject } = await twoCustomers(db)
const app = await testApp({
  db,
  people,
  resources: [changeSetRoutes, memberRoutes(testPlatform(db))],
  routes: [...changeSetStepRoutes, leaveProjectRoute],
})
const as = (name: string) => apiClient(app, async () => name)
const kari = as('kari')
const { id: user, email } = somebody('mei')

/** A change of Mei's access to a project, of which she is a member with level 10. */
async function change(project: string, cell: Partial<RoleCell>) {
  const input = { cells: [{ user: email, project, ...cell }] }
  const draft = { kind: 'roles', customer: customers.nord, input, apply: 'whenClean' }
  const set = await kari.post(changeSets, draft as never)
  expect(set).toMatchObject({ state: 'applied', summary: { change: 1 } })
  return set.id
}
const undo = (id: string, partial = false) => kari.call(undoChangeSet, { parameters: { id }, body: { partial } })
const whole = { state: 'undone', summary: { undone: 1, remaining: 0 } }

async function levelIn(project: string) {
  const member = db.selectFrom('project_member').where('project_id', '=', project).where('user_id', '=', user)
  return (await member.select('privilege_level').executeTakeFirst())?.privilege_level ?? null
}

test('who was added and removed again since stays removed, and comes back once that is undone', async () => {
  const project = await addFreshProject()
  const [first, added, second] = [
    await change(project, { level: 0 }),
    await change(project, { level: 20 }),
    await change(project, { level: 0 }),
  ]
  expect(await kari.call(previewUndo, { parameters: { id: first } })).toEqual({ undoes: 0, remains: 1 })
  await expect(undo(first)).rejects.toMatchObject({ status: 409, code: 'changedSince' })
  expect(await levelIn(project)).toBeNull()
  const levels: unknown[] = []
  for (const id of [second, added, first]) {
    expect(await undo(id)).toMatchObject(whole)
    levels.push(await levelIn(project))
  }
  expect(levels).toEqual([20, null, 10])
})

test.each([
  ['was removed by hand', (member: string) => kari.remove(projectMembers, member)],
  [
    'was given no role any more',
    (id: string) =>
      kari.inject({
        method: 'PATCH',
        url: `${projectMembers.path}/${id}`,
        headers: { 'content-type': jsonApiMediaType },
        payload: { data: { type: projectMembers.type, id, attributes: { privilegeLevel: 0 } } },
      }),
  ],
  ['has left', (_: string, id: string) => as('mei').call(leaveProject, { parameters: { id } })],
])('who was added and %s since stays away', async (_, end) => {
  const project = await addFreshProject()
  const removal = await change(project, { level: 0 })
  const draft = { project, user: email, privilegeLevel: 20, sendInvitation: false }
  await kari.post(projectMembers, draft as never)
  await end(`${project}.${user}`, project)
  expect(await levelIn(project)).toBeNull()
  await expect(undo(removal)).rejects.toMatchObject({ status: 409, code: 'changedSince' })
  expect(await undo(removal, true)).toMatchObject({ state: 'undone', summary: { undone: 0, remaining: 1 } })
  expect(await levelIn(project)).toBeNull()
})

test('who was changed before the removal comes back, though the clock of that server was ahead', async () => {
  const project = await addFreshProject()
  await kari.patch(projectMembers, `${project}.${user}`, { privilegeLevel: 15 })
  const earlier = await change(project, { level: 20 })
  const removal = await change(project, { level: 0 })
  for (const [id, minutes] of [
    [earlier, 1],
    [removal, 2],
  ] as const)
    await sql`update change_set set applied_at = applied_at - make_interval(mins => ${minutes}) where id = ${id}`.execute(
      db,
    )
  expect(await undo(removal)).toMatchObject(whole)
  expect(await levelIn(project)).toBe(20)
})

test('a large change set is checked part by part, a small one in one statement', async () => {
  const project = await addFreshProject()
  const changeSetOf = async (rows: number) => {
    const id = uuidv7()
    await sql`insert into change_set (id, customer_id, kind, state, created_at, applied_at, summary)
      values (${id}, ${customers.nord}, 'roles', 'applied', now(), now(), ${JSON.stringify({ ...none, total: rows, change: rows })})`.execute(
      db,
    )
    await sql`insert into change_set_row (change_set_id, number, outcome, project_id, object, after)
      select ${id}, number, 'change', ${project}, '{}', '{"privilegeLevel": 10}' from generate_series(1, ${rows}::int) as number`.execute(
      db,
    )
    return id
  }
  for (const [rows, statements] of [
    [40_000, 1],
    [40_001, 2],
  ] as const) {
    const id = await changeSetOf(rows)
    const sent = await captureStatements(async () => {
      const preview = await kari.call(previewUndo, { parameters: { id } })
      expect(preview).toEqual({ undoes: 0, remains: rows })
    })
    expect(sent.filter((text) => text.includes('as last_end'))).toHaveLength(statements)
  }
})
const none = { same: 0, conflict: 0, people: 0, projects: 0, conflicts: {} }
