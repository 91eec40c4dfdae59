import { jsonApiMediaType } from '@lintel/contract/jsonapi/document'
import type { ChangeSet, ChangeSetRow } from '@lintel/contract/people/change-sets'
import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { renderHook } from '../../../test/render-hook'
import type { UndoResult } from '../../shell/change-sets/use-undo'
import { createAccessTable } from './access-table'
import { localChanges } from './local-changes'
import { useCellChanges } from './use-cell-changes'

const project = { id: 'harbour', name: 'Harbour', externalId: null, isHibernated: false, isLibrary: false }

const row: ChangeSetRow = {
  ...{ number: 1, outcome: 'change', why: null, conflict: null, member: null, remains: false },
  object: { user: 'mei@nordbygg.example', project: 'harbour' },
  before: { privilegeLevel: 10, accessUntil: null },
  after: { privilegeLevel: 20, accessUntil: null },
}

/** A cell that was changed from User to Admin and then removed by somebody else; `undoing` is the result of the undo. */
async function changedCell(
  customer: string,
  undoing: UndoResult | Promise<UndoResult>,
  rows: readonly ChangeSetRow[] | null = [row],
) {
  const table = createAccessTable({
    ...{ cursor: '7', organizations: [], administrators: [], imported: [], provisioned: [], guests: [] },
    people: [['mei@nordbygg.example', 'Mei Zhang', -1, '']],
    omittedProjects: 0,
    projects: [{ ...project, members: '', ends: [] }],
  })
  const undoChangeSet = vi.fn(async () => undoing)
  const onReload = vi.fn()
  const changes = renderHook(new QueryClient(), () =>
    useCellChanges({ ...{ table, customer, undoChangeSet, onReload }, onPreview: () => {} }),
  )
  await expect.poll(changes).toBeDefined()
  changes()?.record({ id: customer, kind: 'roles', ...(rows && { rows }) })
  changes()?.undo()
  await expect.poll(() => undoChangeSet.mock.calls.length).toBe(1)
  await new Promise((resolve) => setTimeout(resolve))
  return { table, level: () => table.level(0, 0), onReload, redo: () => changes()?.redo() }
}

const undone = (remaining: number) => ({ state: 'undone', summary: { remaining } }) as ChangeSet

test.each(['asked', 'failed', 'lost'] as const)('a cell shows nothing as undone that was not: %s', async (undoing) => {
  const { level, onReload } = await changedCell(undoing, undoing)
  expect(level()).toBe(0)
  expect(onReload).not.toHaveBeenCalled()
})

test('what was undone is shown at once', async () => {
  const { level, onReload } = await changedCell('whole', undone(0))
  expect(level()).toBe(10)
  expect(onReload).not.toHaveBeenCalled()
})

test('where a part remains as others have made it, all is read again', async () => {
  const { level, onReload } = await changedCell('part', undone(1))
  expect(level()).toBe(0)
  expect(onReload).toHaveBeenCalledOnce()
})

test('what somebody else changes while a cell is undone is read after the undo and stays', async () => {
  let answer = (_: ChangeSet) => {}
  const { table, level } = await changedCell('meanwhile', new Promise<ChangeSet>((resolve) => (answer = resolve)))
  // As the live table reads a changed cell.
  const read = localChanges.waitUntilSettled().then(async () => {
    await new Promise((resolve) => setTimeout(resolve))
    table.set(0, 0, 15)
  })
  await new Promise((resolve) => setTimeout(resolve, 10))
  answer(undone(0))
  await read
  expect(level()).toBe(15)
  expect(localChanges.isPending('mei@nordbygg.example', 'harbour')).toBe(false)
})

test.each([
  ['the roles of a step with its rows are shown', [row], 20, 0],
  ['where a step has none, as after a preview, all is read again', null, 0, 2],
] as const)('a redo is seen: %s', async (_, rows, shown, reloads) => {
  const { level, onReload, redo } = await changedCell(`redone ${reloads}`, undone(0), rows)
  const attributes = { kind: 'roles', state: 'applied', summary: { change: 1, unchanged: 0, conflict: 0, people: 1 } }
  const applied = { data: { type: 'change-sets', id: 'again', attributes: { ...attributes, rows: [row] } } }
  vi.stubGlobal('fetch', async () =>
    Response.json(applied, { status: 201, headers: { 'content-type': jsonApiMediaType } }),
  )
  redo()
  await expect.poll(() => [level(), onReload.mock.calls.length]).toEqual([shown, reloads])
})
