import { jsonApiMediaType } from '@lintel/contract/jsonapi/document'
import type { AccessMatrix } from '@lintel/contract/people/access-matrix'
import type { ChangeSetRow } from '@lintel/contract/people/change-sets'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createAccessTable } from './access-table'
import { applyRowToTable, changeCell } from './change-cell'

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

test('the role that somebody had until their access ended is given again by choosing it, without its end', async () => {
  const ended = new Date(Date.now() - 86_400_000).toISOString()
  const inputs: unknown[] = []
  vi.stubGlobal('fetch', async (_: string, { body }: RequestInit) => {
    inputs.push(JSON.parse(String(body)).data.attributes.input)
    const attributes = {
      state: 'applied',
      kind: 'roles',
      summary: { change: 1 },
      rows: [row(terms(10, ended), terms(10))],
    }
    const headers = { 'content-type': jsonApiMediaType }
    return Response.json({ data: { type: 'change-sets', id: 'set', attributes } }, { headers })
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  const table = createAccessTable(matrix)
  const cell = { user: 'mei@nordbygg.example', project: 'harbour' }
  expect(await changeCell(table, 'nord', cell, 10)).toBeUndefined()
  table.set(0, 0, 10, ended)
  expect(await changeCell(table, 'nord', cell, 10)).toMatchObject({ state: 'applied' })
  expect(inputs).toEqual([{ cells: [{ ...cell, level: 10, expected: 10 }] }])
  expect([table.level(0, 0), table.endAt(0, 0)]).toEqual([10, undefined])
})
