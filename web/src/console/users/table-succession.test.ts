import type { AccessMatrix } from '@lintel/contract/people/access-matrix'
import { expect, test } from 'vitest'
import { type AccessTable, openTable } from './access-table'
import { TableSuccession } from './table-succession'

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

/** A succession, and how it reads: what is given is what the server answers when it is let. */
function reading(putUnderWay: (table: AccessTable) => void = () => {}) {
  const succession = new TableSuccession(putUnderWay)
  return (users: string[], projects: string[]) => {
    let answer = () => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    const table = succession.read(async (wrote) => {
      await answered
      return openTable(matrix(users, projects), wrote)
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
  const later = await second.table
  expect([later.level(1, 0), later.level(0, 1), later.refused(0, 0)]).toEqual([15, 20, 20])
  // What was there before it was asked for the server has said.
  expect(later.level(1, 1)).toBe(0)
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
  // One of them was refused meanwhile: the cell is what it was.
  table.set(0, 1, 10)
  second.answer()
  const later = await second.table
  expect([later.level(0, 0), later.level(0, 1)]).toEqual([20, 10])
})

test('whoever still holds an earlier table writes into the latest one', async () => {
  const read = reading()
  const [first, second] = [read(['mei', 'ola'], ['harbour']), read(['ola'], ['harbour'])]
  first.answer()
  const table = await first.table
  second.answer()
  const later = await second.table
  table.set(1, 0, 15)
  // Somebody whom the latest does not have.
  table.set(0, 0, 15)
  expect([later.level(0, 0), later.count(), table.count()]).toEqual([15, 1, 2])
})
