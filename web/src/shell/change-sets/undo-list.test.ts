import { expect, test } from 'vitest'
import { noteUndone, UndoList, undoListOf } from './undo-list'

const step = (id: string) => ({ id, kind: 'roles' as const })

/** The ids of the steps that are undone one after the other, the first of them first. */
function undoneInTurn(list: UndoList): string[] {
  const step = list.toUndo()
  if (!step) return []
  list.recordUndone(step)
  return [step.id, ...undoneInTurn(list)]
}

test('steps are undone in turn, the last first, and done again in turn', () => {
  const list = new UndoList()
  for (const id of ['one', 'two']) list.record(step(id))
  expect(undoneInTurn(list)).toEqual(['two', 'one'])
  expect([list.takeUndone()?.id, list.takeUndone()?.id, list.takeUndone()]).toEqual(['one', 'two', undefined])
})

test('after something new nothing that was undone before is done again', () => {
  const list = new UndoList()
  list.recordUndone(step('one'))
  list.record(step('two'))
  expect(list.takeUndone()).toBeUndefined()
})

test('what is done again can be undone again, and leaves the others to be done again', () => {
  const list = new UndoList()
  list.recordUndone(step('one'))
  list.recordAgain(step('again'))
  expect([list.takeUndone()?.id, list.toUndo()?.id]).toEqual(['one', 'again'])
})

test('a step that could not be done again for now is the next one to be', () => {
  const list = new UndoList()
  for (const id of ['one', 'two']) list.recordUndone(step(id))
  const taken = list.takeUndone()
  if (taken) list.returnUndone(taken)
  expect([list.takeUndone()?.id, list.takeUndone()?.id]).toEqual(['two', 'one'])
})

test('a step that is undone by its own button is as it was done here, and is not undone a second time', () => {
  const list = new UndoList()
  const rows: [] = []
  list.record({ ...step('one'), rows })
  list.record(step('two'))
  expect(list.toUndo(step('one'))?.rows).toBe(rows)
  list.recordUndone(step('one'))
  expect(list.toUndo(step('one'))).toBeUndefined()
  expect(undoneInTurn(list)).toEqual(['two'])
})

test('a step keeps its place until it is undone, or cannot be any more', () => {
  const list = new UndoList()
  for (const id of ['one', 'two', 'three']) list.record(step(id))
  expect([list.toUndo(step('one'))?.id, list.toUndo()?.id, list.takeUndone()]).toEqual(['one', 'three', undefined])
  list.forget('three')
  expect(undoneInTurn(list)).toEqual(['two', 'one'])
})

test('what was done elsewhere is undone by its own button alone', () => {
  const list = new UndoList()
  expect(list.toUndo(step('another window’s'))?.id).toBe('another window’s')
  expect(list.toUndo()).toBeUndefined()
})

test('what was undone without its list is not undone by the keys once more, nor done again', () => {
  const list = undoListOf('east')
  for (const id of ['one', 'two']) list.record(step(id))
  noteUndone('two')
  expect([list.toUndo(step('two')), list.takeUndone()]).toEqual([undefined, undefined])
  expect(undoneInTurn(list)).toEqual(['one'])
})

test('each customer has steps of its own', () => {
  undoListOf('nord').record(step('one'))
  expect(undoListOf('south').toUndo()).toBeUndefined()
  expect(undoListOf('nord').toUndo()?.id).toBe('one')
})
