import type { ChangeSet } from '@lintel/contract/people/change-sets'
import { expect, test } from 'vitest'
import type { ChangeSetRequest } from './change-set-calls'
import { markUndone, UndoList, undoListOf } from './undo-list'

const step = (id: string) => ({ id, kind: 'roles' as const })

/** Undoes all steps and returns their ids in order. */
function undoAll(list: UndoList): string[] {
  const step = list.stepToUndo()
  if (!step) return []
  list.recordUndone(step)
  return [step.id, ...undoAll(list)]
}

/** Redoes all undone steps and returns their ids in order. */
function redoAll(list: UndoList): string[] {
  const undone = list.stepToRedo()
  if (!undone) return []
  list.recordRedone(step(`${undone.id} again`), { undone, place: list.nextPlace() })
  return [undone.id, ...redoAll(list)]
}

test('steps are undone in turn, the last first, and done again in turn', () => {
  const list = new UndoList()
  for (const id of ['one', 'two']) list.record(step(id))
  expect(undoAll(list)).toEqual(['two', 'one'])
  expect(redoAll(list)).toEqual(['one', 'two'])
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
  expect(list.stepToRedo()).toBeUndefined()
})

test('what is done again can be undone again, and leaves the others to be done again', () => {
  const list = new UndoList()
  for (const id of ['one', 'two']) list.recordUndone(step(id))
  list.recordRedone(step('again'), { undone: step('two'), place: list.nextPlace() })
  expect([list.stepToRedo()?.id, list.stepToUndo()?.id]).toEqual(['one', 'again'])
})

test('a step is the next one to be done again until it is, or cannot be any more', () => {
  const list = new UndoList()
  for (const id of ['one', 'two', 'three']) list.recordUndone(step(id))
  expect([list.stepToRedo()?.id, list.stepToRedo()?.id]).toEqual(['three', 'three'])
  list.forgetUndone('three')
  expect(redoAll(list)).toEqual(['two', 'one'])
})

test('what a preview does again is no new step, and stands in the place that was taken for it', () => {
  const list = new UndoList()
  const shown: ChangeSetRequest = { kind: 'merge-organizations', customer: 'nord', input: {} }
  for (const undone of [step('one'), { ...step('two'), request: shown }]) list.recordUndone(undone)
  const undone = list.stepToRedo()
  if (undone) list.markPreviewed(shown, { undone, place: list.nextPlace() })
  expect([list.stepPreviewed(shown)?.id, list.stepPreviewed({ ...shown })]).toEqual(['two', undefined])
  expect(list.stepToRedo()?.id).toBe('two')
  const place = list.nextPlace()
  const applied = { id: 'two again', kind: 'merge-organizations', summary: { change: 1 } } as ChangeSet
  list.recordPreviewed(shown, applied)
  list.record(step('two again'))
  expect(list.stepToRedo()?.id).toBe('one')
  expect(list.stepToUndo()).toMatchObject({ id: 'two again', request: shown })
  list.record(step('meanwhile'), place)
  expect(undoAll(list)).toEqual(['meanwhile', 'two again'])
})

test('what a preview would do again without a change is not done again', () => {
  const list = new UndoList()
  const shown = { kind: 'roles', customer: 'nord', input: {} } as const
  for (const id of ['one', 'two']) list.recordUndone(step(id))
  list.markPreviewed(shown, { undone: step('two'), place: list.nextPlace() })
  list.forgetPreviewed({ ...shown })
  expect(list.stepToRedo()?.id).toBe('two')
  list.forgetPreviewed(shown)
  expect(list.stepToRedo()?.id).toBe('one')
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
  expect([list.stepToUndo(step('one'))?.id, list.stepToUndo()?.id, list.stepToRedo()]).toEqual([
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
  expect([list.stepToUndo(step('two')), list.stepToRedo()]).toEqual([undefined, undefined])
  expect(undoAll(list)).toEqual(['one'])
})

test('each customer has steps of its own', () => {
  undoListOf('nord').record(step('one'))
  expect(undoListOf('south').stepToUndo()).toBeUndefined()
  expect(undoListOf('nord').stepToUndo()?.id).toBe('one')
})

test('undos and redos run one after the other, also after one that failed, and wait for none of another customer', async () => {
  const [list, other] = [new UndoList(), new UndoList()]
  const begun: string[] = []
  let finish = () => {}
  const begin = (name: string) => async () => void begun.push(name)
  const failed = expect(
    list.inTurn(async () => {
      begun.push('first')
      await new Promise<void>((resolve) => (finish = resolve))
      throw new Error('first failed')
    }),
  ).rejects.toThrow('first failed')
  const second = list.inTurn(begin('second'))
  await other.inTurn(begin('of another customer'))
  expect(begun).toEqual(['first', 'of another customer'])
  finish()
  await Promise.all([failed, second])
  expect(begun).toEqual(['first', 'of another customer', 'second'])
})
