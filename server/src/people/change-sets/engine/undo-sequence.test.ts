import type { RoleCell } from '@lintel/contract/people/change-set-inputs'
import { changeSets, undoChangeSet } from '@lintel/contract/people/change-sets'
import { projectMembers } from '@lintel/contract/people/members'
import { expect, test } from 'vitest'
import { apiClient } from '../../../../test/api-client'
import { testApp, testPlatform } from '../../../../test/test-app'
import { testDatabase } from '../../../../test/test-database'
import { twoCustomers } from '../../../../test/two-customers'
import { memberRoutes } from '../../members/members.routes'
import { changeSetRoutes, changeSetStepRoutes } from './change-sets.routes'

const { db } = await testDatabase()
const { people, customers, somebody, addFreshProject } = await twoCustomers(db)
const app = await testApp({
  db,
  people,
  resources: [changeSetRoutes, memberRoutes(testPlatform(db))],
  routes: changeSetStepRoutes,
})
const kari = apiClient(app, async () => 'kari')

/** A cell of a new project that is changed several times: Mei has level 10 there, and Nora is no member. */
async function cellOf(name: string) {
  const project = await addFreshProject()
  const { id, email } = somebody(name)
  return {
    project,
    async change(more: Partial<RoleCell>) {
      const cells = [{ user: email, project, ...more }]
      const draft = { kind: 'roles', customer: customers.nord, input: { cells }, apply: 'whenClean' }
      const set = await kari.post(changeSets, draft as never)
      expect(set).toMatchObject({ state: 'applied', summary: { change: 1 } })
      return set.id
    },
    stored: async () => {
      const member = db
        .selectFrom('project_member')
        .select(['privilege_level as level', 'access_until as until'])
        .where('project_id', '=', project)
        .where('user_id', '=', id)
      const found = await member.executeTakeFirst()
      return found ? [found.level, found.until?.slice(0, 10) ?? null] : null
    },
    byHand: (privilegeLevel: 10 | 15 | 20) => kari.patch(projectMembers, `${project}.${id}`, { privilegeLevel }),
  }
}
const undo = (id: string, partial = false) => kari.call(undoChangeSet, { parameters: { id }, body: { partial } })
const whole = { state: 'undone', summary: { undone: 1, remaining: 0 } }

test('changes of one cell are undone one after the other, the last one first', async () => {
  const { change, stored } = await cellOf('mei')
  const sets = [
    await change({ level: 15 }),
    await change({ accessUntil: '2999-05-31' }),
    await change({ level: 20, accessUntil: null }),
  ]
  const between = [await stored()]
  for (const id of sets.toReversed()) {
    expect(await undo(id)).toMatchObject(whole)
    between.push(await stored())
  }
  expect(between).toEqual([
    [20, null],
    [15, '2999-05-31'],
    [15, null],
    [10, null],
  ])
})

test('so are those that began with somebody added, or ended with somebody removed', async () => {
  const added = await cellOf('nora')
  const [came, raised] = [await added.change({ level: 10 }), await added.change({ level: 20 })]
  expect(await undo(raised)).toMatchObject(whole)
  expect(await added.stored()).toEqual([10, null])
  expect(await undo(came)).toMatchObject(whole)
  expect(await added.stored()).toBeNull()

  const removed = await cellOf('mei')
  const [first, last] = [await removed.change({ level: 15 }), await removed.change({ level: 0 })]
  expect(await undo(last)).toMatchObject(whole)
  expect(await removed.stored()).toEqual([15, null])
  expect(await undo(first)).toMatchObject(whole)
  expect(await removed.stored()).toEqual([10, null])
})

test('an earlier change is not undone below a later one, nor below what somebody did by hand', async () => {
  const { change, stored, byHand } = await cellOf('mei')
  const first = await change({ level: 15 })
  const second = await change({ level: 20 })
  await expect(undo(first)).rejects.toMatchObject({ status: 409, code: 'changedSince' })
  expect(await undo(second)).toMatchObject(whole)
  await byHand(20)
  await expect(undo(first)).rejects.toMatchObject({ status: 409, code: 'changedSince' })
  expect(await stored()).toEqual([20, null])
})

test('what was done by hand in between stays between them', async () => {
  const { change, stored, byHand } = await cellOf('mei')
  const first = await change({ level: 15 })
  await byHand(10)
  const second = await change({ level: 20 })
  expect(await undo(second)).toMatchObject(whole)
  expect(await stored()).toEqual([10, null])
  await expect(undo(first)).rejects.toMatchObject({ status: 409, code: 'changedSince' })
  expect(await stored()).toEqual([10, null])
})

test('a change that was given up in part is not undone again by what comes after it', async () => {
  const { change, stored } = await cellOf('mei')
  const first = await change({ level: 15 })
  const second = await change({ level: 20 })
  expect(await undo(first, true)).toMatchObject({ state: 'undone', summary: { undone: 0, remaining: 1 } })
  expect(await undo(second)).toMatchObject(whole)
  expect(await stored()).toEqual([15, null])
  await undo(first)
  expect(await stored()).toEqual([15, null])
})
