import { describe, expect, test } from 'vitest'
import { WorkGate } from './work-gate'

/** Work that ends when the test resolves it. */
function jobs(gate: WorkGate) {
  const ends: (() => void)[] = []
  let running = 0
  let most = 0
  const run = () =>
    gate.run(async () => {
      most = Math.max(most, ++running)
      await new Promise<void>((end) => ends.push(end))
      running--
    })
  return { run, endOne: () => ends.shift()?.(), most: () => most, running: () => running }
}
const settle = () => new Promise((resolve) => setTimeout(resolve, 5))

describe('A8: hashing at once', () => {
  test('A8: so many run, so many wait, the next is turned away with 503 and two seconds', async () => {
    const work = jobs(new WorkGate({ running: 2, waiting: 3 }))
    const taken = Array.from({ length: 5 }, work.run)
    await expect(work.run()).rejects.toMatchObject({ code: 'overloaded', status: 503, retryAfter: 2 })
    for (let end = 0; end < 5; end++) {
      work.endOne()
      await settle()
    }
    await Promise.all(taken)
    expect(work.most()).toBe(2)
  })

  test('A8: who waited too long is turned away, and does not take the place later', async () => {
    const work = jobs(new WorkGate({ running: 1, waiting: 3, waitMs: 20 }))
    const first = work.run()
    await expect(work.run()).rejects.toMatchObject({ code: 'overloaded' })
    const next = work.run()
    work.endOne()
    await first
    await settle()
    expect(work.running()).toBe(1)
    work.endOne()
    await next
  })

  test('A8: who has less time waits less', async () => {
    const gate = new WorkGate({ running: 1, waitMs: 600_000 })
    const work = jobs(gate)
    const first = work.run()
    await expect(gate.run(async () => 'late', 20)).rejects.toMatchObject({ code: 'overloaded' })
    work.endOne()
    await first
  })

  test('A8: a place is held until the work has really ended, though nobody waits for it any more', async () => {
    const work = jobs(new WorkGate({ running: 1, waiting: 1, waitMs: 1_000 }))
    const abandoned = work.run()
    const next = work.run()
    await Promise.race([abandoned, settle()])
    expect(work.running()).toBe(1)
    work.endOne()
    await settle()
    work.endOne()
    await next
    expect(work.most()).toBe(1)
  })

  test('A8: while somebody else is answered fewer run, and as many as before when nobody has asked for a while', async () => {
    const gate = new WorkGate({ running: 3, runningUnderLoad: 1, loadWindowMs: 40, waiting: 5 })
    const work = jobs(gate)
    gate.yieldToRequests()
    const taken = Array.from({ length: 5 }, work.run)
    await settle()
    expect(work.running()).toBe(1)
    gate.yieldToRequests()
    work.endOne()
    await settle()
    expect(work.running()).toBe(1)
    await new Promise((resolve) => setTimeout(resolve, 60))
    work.endOne()
    await settle()
    expect(work.running()).toBe(3)
    for (let end = 0; end < 3; end++) work.endOne()
    await Promise.all(taken)
  })

  test('A8: work that fails gives its place back', async () => {
    const gate = new WorkGate({ running: 1, waiting: 0 })
    await expect(gate.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect(await gate.run(async () => 'done')).toBe('done')
  })
})
