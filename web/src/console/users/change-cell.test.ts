import { jsonApiMediaType } from '@lintel/contract/jsonapi/document'
import type { AccessMatrix } from '@lintel/contract/people/access-matrix'
import type { ChangeSetRow } from '@lintel/contract/people/change-sets'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createAccessTable } from './access-table'
import { changeCell, holdCells } from './change-cell'
import { localChanges } from './local-changes'

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

test('a step that is undone or done again is shown with what was there, the end too, and nothing of one that failed', async () => {
  const table = createAccessTable(matrix)
  const removal = [row(terms(15, soon), null)]
  const cell = () => [table.level(0, 0), table.endAt(0, 0)]
  const step = Promise.resolve(true)
  const held = async (side: 'before' | 'after', isDone = true) => {
    await holdCells(table, removal, { step, side, succeeded: () => isDone })
    await localChanges.waitUntilSettled()
  }
  await held('after')
  expect(cell()).toEqual([0, undefined])
  await held('before', false)
  expect(cell()).toEqual([0, undefined])
  await held('before')
  expect(cell()).toEqual([15, soon])
})

test('a role that is chosen while its cell is undone starts from what the undo leaves', async () => {
  const table = createAccessTable(matrix)
  table.set(0, 0, 20)
  const inputs: unknown[] = []
  vi.stubGlobal('fetch', async (_: string, { body }: RequestInit) => {
    inputs.push(JSON.parse(String(body)).data.attributes.input)
    return Response.json({ errors: [{ code: 'forbidden' }] }, { status: 403 })
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  let finish = (_: boolean) => {}
  const step = new Promise<boolean>((resolve) => (finish = resolve))
  holdCells(table, [row(terms(10), terms(20))], { step, side: 'before', succeeded: (isDone) => isDone })
  const chosen = changeCell(table, 'nord', { user: 'mei@nordbygg.example', project: 'harbour' }, 15).catch(
    () => 'refused',
  )
  finish(true)
  expect(await chosen).toBe('refused')
  expect(inputs).toEqual([{ cells: [expect.objectContaining({ level: 15, expected: 10 })] }])
  expect(table.level(0, 0)).toBe(10)
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
