import { expect, test } from 'vitest'
import { markUndone, UndoList, undoListOf } from './undo-list'

const step = (id: string) => ({ id, kind: 'roles' as const })

/** Undoes all steps and returns their ids in order. */
function undoAll(list: UndoList): string[] {
  const step = list.stepToUndo()
  if (!step) return []
  list.recordUndone(step)
  return [step.id, ...undoAll(list)]
}

test('steps are undone in turn, the last first, and done again in turn', () => {
  const list = new UndoList()
  for (const id of ['one', 'two']) list.record(step(id))
  expect(undoAll(list)).toEqual(['two', 'one'])
  expect([list.popUndone()?.id, list.popUndone()?.id, list.popUndone()]).toEqual(['one', 'two', undefined])
})

test('of steps that were sent at once the one made last is undone first, whichever was answered first', () => {
  const list = new UndoList()
  list.record(step('before'))
  const [first, second] = [list.nextPlace(), list.nextPlace()]
  list.record(step('second'), second)
  list.record(step('first'), first)
  list.record(step('after'))
  expect(undoAll(list)).toEqual(['after', 'second', 'first', 'before'])
})

test('after something new nothing that was undone before is done again', () => {
  const list = new UndoList()
  list.recordUndone(step('one'))
  list.record(step('two'))
  expect(list.popUndone()).toBeUndefined()
})

test('what is done again can be undone again, and leaves the others to be done again', () => {
  const list = new UndoList()
  list.recordUndone(step('one'))
  list.recordRedone(step('again'))
  expect([list.popUndone()?.id, list.stepToUndo()?.id]).toEqual(['one', 'again'])
})

test('a step that could not be done again for now is the next one to be', () => {
  const list = new UndoList()
  for (const id of ['one', 'two']) list.recordUndone(step(id))
  const taken = list.popUndone()
  if (taken) list.pushUndone(taken)
  expect([list.popUndone()?.id, list.popUndone()?.id]).toEqual(['two', 'one'])
})

test('a step that is undone by its own button is as it was done here, and is not undone a second time', () => {
  const list = new UndoList()
  const rows: [] = []
  list.record({ ...step('one'), rows })
  list.record(step('two'))
  expect(list.stepToUndo(step('one'))?.rows).toBe(rows)
  list.recordUndone(step('one'))
  expect(list.stepToUndo(step('one'))).toBeUndefined()
  expect(undoAll(list)).toEqual(['two'])
})

test('a step keeps its place until it is undone, or cannot be any more', () => {
  const list = new UndoList()
  for (const id of ['one', 'two', 'three']) list.record(step(id))
  expect([list.stepToUndo(step('one'))?.id, list.stepToUndo()?.id, list.popUndone()]).toEqual([
    'one',
    'three',
    undefined,
  ])
  list.forget('three')
  expect(undoAll(list)).toEqual(['two', 'one'])
})

test('what was done elsewhere is undone by its own button alone', () => {
  const list = new UndoList()
  expect(list.stepToUndo(step('another window’s'))?.id).toBe('another window’s')
  expect(list.stepToUndo()).toBeUndefined()
})

test('what was undone without its list is not undone by the keys once more, nor done again', () => {
  const list = undoListOf('east')
  for (const id of ['one', 'two']) list.record(step(id))
  markUndone('two')
  expect([list.stepToUndo(step('two')), list.popUndone()]).toEqual([undefined, undefined])
  expect(undoAll(list)).toEqual(['one'])
})

test('each customer has steps of its own', () => {
  undoListOf('nord').record(step('one'))
  expect(undoListOf('south').stepToUndo()).toBeUndefined()
  expect(undoListOf('nord').stepToUndo()?.id).toBe('one')
})
