import type { AccessMatrix } from '@lintel/contract/people/access-matrix'
import { expect, test } from 'vitest'
import { type AccessTable, createAccessTable } from './access-table'
import { TableVersions } from './table-versions'

const project = { externalId: null, isHibernated: false, isLibrary: false, ends: [], members: '' }
const matrix = (users: string[], projects: string[]): AccessMatrix => ({
  ...{
    cursor: '7',
    organizations: [],
    administrators: [],
    imported: [],
    provisioned: [],
    guests: [],
    omittedProjects: 0,
  },
  people: users.map((user) => [`${user}@nordbygg.example`, user, -1, '']),
  projects: projects.map((id) => ({ ...project, id, name: id })),
})

/** Versions of a table with a controlled read, which resolves when `answer` is called. */
function reading(applyPendingChanges: (table: AccessTable) => void = () => {}) {
  const versions = new TableVersions(applyPendingChanges)
  return (users: string[], projects: string[]) => {
    let answer = () => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    const table = versions.read(async (onWrite) => {
      await answered
      return createAccessTable(matrix(users, projects), onWrite)
    })
    return { answer, table }
  }
}

test('what is written while a table is read again is in that table too, by person and project', async () => {
  const read = reading()
  const first = read(['mei', 'ola'], ['harbour', 'mill'])
  first.answer()
  const table = await first.table
  table.set(0, 0, 20)
  const second = read(['ola', 'mei'], ['mill', 'harbour'])
  table.set(0, 1, 10)
  table.set(1, 0, 20)
  table.set(0, 1, 15)
  table.refuse(1, 1, 20)
  second.answer()
  const latest = await second.table
  expect([latest.level(1, 0), latest.level(0, 1), latest.refused(0, 0)]).toEqual([15, 20, 20])
  // Writes from before the request are part of the server's response.
  expect(latest.level(1, 1)).toBe(0)
})

test('what is on its way since before a table was asked for is in it, and what became of it meanwhile counts more', async () => {
  const read = reading((table) => {
    table.set(0, 0, 20)
    table.set(0, 1, 20)
  })
  const first = read(['mei'], ['harbour', 'mill'])
  first.answer()
  const table = await first.table
  const second = read(['mei'], ['harbour', 'mill'])
  // One of them was rejected in the meantime: the cell has its old value.
  table.set(0, 1, 10)
  second.answer()
  const latest = await second.table
  expect([latest.level(0, 0), latest.level(0, 1)]).toEqual([20, 10])
})

test('whoever still holds an earlier table writes into the latest one', async () => {
  const read = reading()
  const [first, second] = [read(['mei', 'ola'], ['harbour']), read(['ola'], ['harbour'])]
  first.answer()
  const table = await first.table
  second.answer()
  const latest = await second.table
  table.set(1, 0, 15)
  // A person whom the latest table does not contain.
  table.set(0, 0, 15)
  expect([latest.level(0, 0), latest.count(), table.count()]).toEqual([15, 1, 2])
})
