import type { AccessMatrix } from '@lintel/contract/people/access-matrix'
import type { ChangeSetRow } from '@lintel/contract/people/change-sets'
import { expect, test } from 'vitest'
import { createAccessTable } from './access-table'
import { applyRowToTable } from './change-cell'

const soon = new Date(Date.now() + 5 * 86_400_000).toISOString()
const matrix: AccessMatrix = {
  cursor: '7',
  organizations: [],
  people: [['mei@nordbygg.example', 'Mei Zhang', -1, '']],
  administrators: [],
  imported: [],
  provisioned: [],
  guests: [],
  omittedProjects: 0,
  projects: [
    {
      id: 'harbour',
      name: 'Harbour',
      externalId: null,
      isHibernated: false,
      isLibrary: false,
      members: '0u',
      ends: [],
    },
  ],
}
const terms = (privilegeLevel: number, accessUntil: string | null = null) => ({ privilegeLevel, accessUntil })
const row = (before: ChangeSetRow['before'], after: ChangeSetRow['after'], more: Partial<ChangeSetRow> = {}) => ({
  ...{ number: 1, outcome: 'change' as const, why: null, conflict: null, member: null, remains: false },
  object: { user: 'mei@nordbygg.example', project: 'harbour' },
  before,
  after,
  ...more,
})

test('a step that is undone is shown with what was there, the end too', () => {
  const table = createAccessTable(matrix)
  const removal = row(terms(15, soon), null)
  applyRowToTable(table, removal, 'after')
  expect([table.level(0, 0), table.endAt(0, 0)]).toEqual([0, undefined])
  applyRowToTable(table, removal, 'before')
  expect([table.level(0, 0), table.endAt(0, 0)]).toEqual([15, soon])
})

test('a choice that was refused stands beside what is there until the cell is set again', () => {
  const table = createAccessTable(matrix)
  table.refuse(0, 0, 20)
  expect(table.refused(0, 0)).toBe(20)
  table.set(0, 0, 10)
  expect(table.refused(0, 0)).toBe(20)
  table.set(0, 0, 15)
  expect(table.refused(0, 0)).toBeUndefined()
})
