import { expect, test } from 'vitest'
import { LocalChanges } from './local-changes'

const row = (id: string, version: number) => ({
  ...{ number: 1, outcome: 'change' as const, object: {}, before: null, after: null, why: null, conflict: null },
  ...{ member: { id, version }, remains: false },
})

test('changes of one cell follow each other, each from what the one before it left, also when that failed', async () => {
  const changes = new LocalChanges<number>()
  const turns: [from: number, isLast: boolean][] = []
  const make = (requested: number, fails = false) =>
    changes.enqueue(
      { user: 'mei', project: 'harbour', visible: 10, requested },
      async ({ from, setServerState, isLast }) => {
        turns.push([from, isLast()])
        if (fails) throw new Error('away')
        setServerState(requested)
      },
    )
  const all = [make(15), make(20, true), make(5)]
  expect(changes.isPending('mei', 'harbour')).toBe(true)
  expect([...changes.requested()]).toEqual([{ user: 'mei', project: 'harbour', requested: 5 }])
  const outcomes = await Promise.allSettled(all)
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(turns).toEqual([
    [10, false],
    [15, false],
    [15, true],
  ])
  expect(changes.isPending('mei', 'harbour')).toBe(false)
  expect([...changes.requested()]).toEqual([])
})

test('changes of different cells do not wait for each other, and settled waits for all of them', async () => {
  const changes = new LocalChanges<number>()
  let finish = () => {}
  const cell = (user: string) => ({ user, project: 'harbour', visible: 0, requested: 10 })
  const slow = changes.enqueue(cell('mei'), () => new Promise<void>((resolve) => (finish = resolve)))
  await changes.enqueue(cell('ola'), async () => {})
  let isSettled = false
  const waitUntilSettled = changes.waitUntilSettled().then(() => {
    isSettled = true
  })
  await Promise.resolve()
  expect(isSettled).toBe(false)
  finish()
  await Promise.all([slow, waitUntilSettled])
  expect(isSettled).toBe(true)
})

test('a version that was made here is known once, another one never', () => {
  const changes = new LocalChanges<number>()
  changes.remember([row('harbour.mei', 3)])
  expect(changes.isLocal('harbour.mei', 4)).toBe(false)
  expect(changes.isLocal('harbour.mei', 3)).toBe(true)
  expect(changes.isLocal('harbour.mei', 3)).toBe(false)
})
