import type { RoleCell } from '@lintel/contract/people/change-set-inputs'
import { changeSets, previewUndo, undoChangeSet } from '@lintel/contract/people/change-sets'
import { leaveProject } from '@lintel/contract/people/leave-project'
import { projectMembers } from '@lintel/contract/people/members'
import { expect, test } from 'vitest'
import { apiClient } from '../../../../test/api-client'
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
