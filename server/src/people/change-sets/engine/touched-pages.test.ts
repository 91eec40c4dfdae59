// What the pages of the rows that an undo would skip cost: blocks, not time.
import { changeSets, listChangeSetRows } from '@lintel/contract/people/change-sets'
import { projectMembers } from '@lintel/contract/people/members'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { apiClient } from '../../../../test/api-client'
import { countBlocks } from '../../../../test/capture-statements'
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
const { email, id: mei } = somebody('mei')

/** A change set of Mei's level in so many projects, in each of which somebody has changed it since. */
async function touchedSet(size: number) {
  const projects = await Promise.all(Array.from({ length: size }, () => addFreshProject()))
  const cells = projects.map((project) => ({ user: email, project, level: 20 }))
  const draft = { kind: 'roles', customer: customers.nord, input: { cells }, apply: 'whenClean' }
  const { id } = await kari.post(changeSets, draft as never)
  const members = db.updateTable('project_member').set({ version: sql`version + 1`, change_set_id: null })
  await members.where('project_id', 'in', projects).where('user_id', '=', mei).execute()
  return { id, projects }
}

const touchedPage = (id: string, after: number, size: number) =>
  kari.call(listChangeSetRows, {
    parameters: { id },
    query: { 'filter[touched]': 'true', 'page[size]': String(size), 'page[after]': String(after) },
  })

const numbersOf = ({ data }: Awaited<ReturnType<typeof touchedPage>>) => data.map(({ attributes }) => attributes.number)

test('a change set is checked once for all pages of the rows that an undo would skip', async () => {
  const { id } = await touchedSet(24)
  const blocksOf = (pages: number) =>
    countBlocks(db, 'as last_end', async () => {
      const size = 24 / pages
      for (let page = 0; page < pages; page += 1) {
        const answer = await touchedPage(id, page * size, size)
        expect(numbersOf(answer)).toEqual(Array.from({ length: size }, (_, at) => page * size + at + 1))
        expect(answer.meta.page.total).toBe(24)
      }
    })
  const [one, eight] = [await blocksOf(1), await blocksOf(8)]
  expect(one).toBeGreaterThan(24)
  expect(eight).toBeLessThan(1.5 * one)
})

test('the first page of the rows that an undo would skip is of this moment, and so are those after it', async () => {
  const { id, projects } = await touchedSet(3)
  expect(numbersOf(await touchedPage(id, 1, 1))).toEqual([2])
  await db
    .updateTable('project_member')
    .set({ version: sql`version - 1`, change_set_id: id })
    .where('project_id', '=', projects[1] ?? '')
    .where('user_id', '=', mei)
    .execute()
  expect(numbersOf(await touchedPage(id, 0, 1))).toEqual([1])
  const second = await touchedPage(id, 1, 1)
  expect(numbersOf(second)).toEqual([3])
  expect(second.meta.page.total).toBe(2)
  await kari.patch(projectMembers, `${projects[1]}.${mei}`, { privilegeLevel: 15 })
  expect(numbersOf(await touchedPage(id, 0, 5))).toEqual([1, 2, 3])
})
