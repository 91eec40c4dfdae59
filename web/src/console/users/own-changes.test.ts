import { expect, test } from 'vitest'
import { OwnChanges } from './own-changes'

const row = (id: string, version: number) => ({
  ...{ number: 1, outcome: 'change' as const, object: {}, before: null, after: null, why: null, conflict: null },
  ...{ member: { id, version }, remains: false },
})

test('changes of one cell follow each other, each from what the one before it left, also when that failed', async () => {
  const changes = new OwnChanges<number>()
  const turns: [from: number, isLast: boolean][] = []
  const make = (wanted: number, fails = false) =>
    changes.after({ user: 'mei', project: 'harbour', seen: 10, wanted }, async ({ from, leave, isLast }) => {
      turns.push([from, isLast()])
      if (fails) throw new Error('away')
      leave(wanted)
    })
  const all = [make(15), make(20, true), make(5)]
  expect(changes.isUnderWay('mei', 'harbour')).toBe(true)
  expect([...changes.wanted()]).toEqual([{ user: 'mei', project: 'harbour', wanted: 5 }])
  const outcomes = await Promise.allSettled(all)
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(turns).toEqual([
    [10, false],
    [15, false],
    [15, true],
  ])
  expect(changes.isUnderWay('mei', 'harbour')).toBe(false)
  expect([...changes.wanted()]).toEqual([])
})

test('changes of different cells do not wait for each other, and settled waits for all of them', async () => {
  const changes = new OwnChanges<number>()
  let finish = () => {}
  const place = (user: string) => ({ user, project: 'harbour', seen: 0, wanted: 10 })
  const slow = changes.after(place('mei'), () => new Promise<void>((resolve) => (finish = resolve)))
  await changes.after(place('ola'), async () => {})
  let isSettled = false
  const settled = changes.settled().then(() => {
    isSettled = true
  })
  await Promise.resolve()
  expect(isSettled).toBe(false)
  finish()
  await Promise.all([slow, settled])
  expect(isSettled).toBe(true)
})

test('a version that was made here is known once, another one never', () => {
  const changes = new OwnChanges<number>()
  changes.remember([row('harbour.mei', 3)])
  expect(changes.isOwn('harbour.mei', 4)).toBe(false)
  expect(changes.isOwn('harbour.mei', 3)).toBe(true)
  expect(changes.isOwn('harbour.mei', 3)).toBe(false)
})
