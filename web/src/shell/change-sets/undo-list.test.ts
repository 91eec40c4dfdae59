import { expect, test } from 'vitest'
import { UndoList, undoListOf } from './undo-list'

const step = (id: string) => ({ id, kind: 'roles' as const })

test('steps are undone in turn, the last first, and done again in turn', () => {
  const list = new UndoList()
  for (const id of ['one', 'two']) list.record(step(id))
  const undone = [list.takeLast(), list.takeLast()]
  expect(undone.map((each) => each?.id)).toEqual(['two', 'one'])
  expect(list.takeLast()).toBeUndefined()
  for (const each of undone) if (each) list.recordUndone(each)
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
  expect([list.takeUndone()?.id, list.takeLast()?.id]).toEqual(['one', 'again'])
})

test('a step that is undone by its own button is not undone a second time', () => {
  const list = new UndoList()
  for (const id of ['one', 'two']) list.record(step(id))
  expect(list.takeLast('one')?.id).toBe('one')
  expect([list.takeLast('one'), list.takeLast()?.id, list.takeLast()]).toEqual([undefined, 'two', undefined])
})

test('a step whose undoing was asked about and let be is the last one to be undone, and cannot be done again', () => {
  const list = new UndoList()
  for (const id of ['one', 'two']) list.record(step(id))
  const asked = list.takeLast()
  if (asked) list.recordUndone(asked)
  list.recordKept('two')
  expect(list.takeUndone()).toBeUndefined()
  expect([list.takeLast()?.id, list.takeLast()?.id, list.takeLast()]).toEqual(['two', 'one', undefined])
})

test('what was not done here is not undone by the keys because its undoing was let be', () => {
  const list = new UndoList()
  list.recordUndone(step('another window’s'))
  list.recordKept('another window’s')
  expect([list.takeUndone(), list.takeLast()]).toEqual([undefined, undefined])
})

test('each customer has steps of its own', () => {
  undoListOf('nord').record(step('one'))
  expect(undoListOf('south').takeLast()).toBeUndefined()
  expect(undoListOf('nord').takeLast()?.id).toBe('one')
})
