import { customers } from '@lintel/contract/customers/customers'
import { expect, test, vi } from 'vitest'
import { additionStep, type RecordStep, RecordSteps } from './record-steps'

/** A record whose version is the number of saves, and whose value is that of the last save. */
function record() {
  let version = 1
  let value = 'a'
  const save = (over: number, next: string) => {
    if (over !== version) throw new Error(`Version ${over} is not ${version}`)
    version += 1
    value = next
    return version
  }
  return {
    get value() {
      return value
    },
    save(next: string): RecordStep {
      const [from, before] = [version, value]
      const to = save(version, next)
      return {
        ...{ type: 'things', id: 'one', from, to },
        undo: async (over) => save(over, before),
        redo: async (over) => save(over, next),
      }
    },
  }
}

const undo = async (steps: RecordSteps, wanted?: RecordStep) => {
  const step = steps.takeLast(wanted)
  if (step) steps.recordUndone(step, await step.undo?.(step.to))
}
const redo = async (steps: RecordSteps) => {
  const step = steps.popUndone()
  if (step) steps.recordRedone(step, await step.redo?.(step.from))
}

test('saves of one record are undone one after the other and done again, though each leaves a new version', async () => {
  const steps = new RecordSteps()
  const one = record()
  for (const value of ['b', 'c', 'd']) steps.record(one.save(value))
  const loaded: string[] = []
  for (const walk of [undo, undo, redo, redo, undo, undo, undo, redo, redo]) {
    await walk(steps)
    loaded.push(one.value)
  }
  expect(loaded).toEqual(['c', 'b', 'c', 'd', 'c', 'b', 'a', 'b', 'c'])
})

test('an older step that could not be undone for now is undone in its turn', () => {
  const steps = new RecordSteps()
  const [older, newer] = [record().save('b'), { ...record().save('c'), id: 'other' }]
  for (const step of [older, newer]) steps.record(step)
  steps.returnDone(steps.takeLast(older) as RecordStep)
  expect([steps.takeLast(), steps.takeLast(), steps.takeLast()]).toEqual([newer, older, undefined])
})

test('what is saved anew ends what could be done again, and another record is left as it is', async () => {
  const steps = new RecordSteps()
  const one = record()
  const other = { ...one.save('b'), id: 'other' }
  steps.record(other)
  steps.record(one.save('c'))
  await undo(steps)
  expect([other.from, other.to]).toEqual([1, 2])
  steps.record(one.save('d'))
  expect(steps.popUndone()).toBeUndefined()
  await undo(steps)
  expect(one.value).toBe('b')
})

test('a step is undone once, and one that cannot be done again is not offered to be', async () => {
  const steps = new RecordSteps()
  const { redo: _, ...added } = record().save('b')
  steps.record(added)
  await undo(steps, added)
  expect([steps.takeLast(added), steps.takeLast(), steps.popUndone()]).toEqual([undefined, undefined, undefined])
})

test('what cannot be undone is not, and what was saved before it still is', async () => {
  const steps = new RecordSteps()
  const one = record()
  steps.record(one.save('b'))
  const { undo: _, ...final } = one.save('c')
  steps.record(final)
  const before = steps.takeLast()
  expect(before).not.toBe(final)
  expect(await before?.undo?.(before.to)).toBe(4)
  expect(one.value).toBe('a')
  expect(steps.takeLast()).toBeUndefined()
})

test('resources of one row are undone one after the other too, though each leaves the other a new version', async () => {
  const steps = new RecordSteps()
  const one = record()
  steps.record(one.save('b'))
  steps.record({ ...one.save('c'), type: 'rules', row: 'things' })
  steps.record({ ...one.save('d'), type: 'rules', row: 'things' })
  const loaded: string[] = []
  for (const walk of [undo, undo, undo, redo, redo]) {
    await walk(steps)
    loaded.push(one.value)
  }
  expect(loaded).toEqual(['c', 'b', 'a', 'b', 'c'])
})

test('an addition is undone over the version that it left, on the condition that nothing was added to it', async () => {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (address: string, { method, headers }: RequestInit) => {
    sent.push([method, address, new Headers(headers).get('if-match')])
    return new Response(null, { status: 204 })
  })
  const added = { id: 'nord', version: 1 }
  await additionStep(customers, added, { onlyIfUnused: true }).undo?.(3)
  await additionStep(customers, added).undo?.(1)
  vi.unstubAllGlobals()
  expect(sent).toEqual([
    ['DELETE', `${customers.path}/nord?onlyIfUnused=true`, '"3"'],
    ['DELETE', `${customers.path}/nord`, '"1"'],
  ])
})
