import type { AccessMatrix } from '@lintel/contract/people/access-matrix'
import type { ChangeSetRow } from '@lintel/contract/people/change-sets'
import { expect, test } from 'vitest'
import { openTable } from './access-table'
import { cellsAgain, showRow, stepAgain } from './change-cell'

const soon = new Date(Date.now() + 5 * 86_400_000).toISOString()
const matrix: AccessMatrix = {
  cursor: '7',
  organizations: [],
  people: [['mei@nordbygg.example', 'Mei Zhang', -1, '']],
  administrators: [],
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
  const table = openTable(matrix)
  const removal = row(terms(15, soon), null)
  showRow(table, removal, 'after')
  expect([table.level(0, 0), table.endAt(0, 0)]).toEqual([0, undefined])
  showRow(table, removal, 'before')
  expect([table.level(0, 0), table.endAt(0, 0)]).toEqual([15, soon])
})

test('a step is made again from its rows, on condition that everything is as it was before it', () => {
  expect(
    cellsAgain([
      row(null, { ...terms(10), providers: ['google'] }),
      row(terms(20), null),
      row(terms(10), terms(10), { outcome: 'same' }),
      row(terms(20), null, { outcome: 'conflict', conflict: 'owner' }),
    ]),
  ).toEqual([
    {
      ...{ user: 'mei@nordbygg.example', project: 'harbour', level: 10, accessUntil: null, providers: ['google'] },
      expected: 0,
    },
    { user: 'mei@nordbygg.example', project: 'harbour', level: 0, expected: 20 },
  ])
})

test('a choice that was refused stands beside what is there until the cell is set again', () => {
  const table = openTable(matrix)
  table.refuse(0, 0, 20)
  expect(table.refused(0, 0)).toBe(20)
  table.set(0, 0, 10)
  expect(table.refused(0, 0)).toBe(20)
  table.set(0, 0, 15)
  expect(table.refused(0, 0)).toBeUndefined()
})

test('a form’s step is made again as one: profile and roles, on condition of what they were', () => {
  const profile = row(
    { title: 'Planner' },
    { title: 'Chief', userOrganization: 'o', organizationName: 'Nordbygg' },
    {
      object: { type: 'customer-user-profiles', id: 'p', user: 'mei@nordbygg.example' },
    },
  )
  expect(stepAgain('nord', [row(null, terms(10)), profile])).toEqual({
    kind: 'user',
    customer: 'nord',
    input: {
      user: 'mei@nordbygg.example',
      profile: { title: 'Chief', userOrganization: 'o', expected: { title: 'Planner' } },
      cells: [{ project: 'harbour', level: 10, accessUntil: null, expected: 0 }],
    },
  })
  expect(stepAgain('nord', [row(terms(10), terms(10), { outcome: 'same' })])).toBeUndefined()
})
