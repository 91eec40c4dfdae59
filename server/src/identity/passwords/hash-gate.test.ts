import { expect, test, vi } from 'vitest'
import { personId } from '../../../demo/person-id'
import { world } from '../../../test/world'
import { WorkGate } from '../../platform/work-gate'
import { openIdentity } from '../identity'
import { tryPassword } from '../login/try-password'
import { concurrentHashesOn, maxConcurrentHashes } from './hash-threads'

const { db, clock, platform } = await world()

test('A8: four at most run, on however many cores', () => {
  expect([1, 2, 3, 4, 64].map(concurrentHashesOn)).toEqual([2, 3, 4, 4, 4])
})

test('A8: thirty-two more wait, each for two seconds; the next one is turned away at once', async () => {
  const identity = await openIdentity(platform)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    let running = 0
    let end = () => {}
    const ended = new Promise<void>((resolve) => {
      end = resolve
    })
    const hash = () =>
      identity.gate.run(() => {
        running++
        return ended
      })
    const taken = Array.from({ length: maxConcurrentHashes }, hash)
    let refused = 0
    const waiting = Array.from({ length: 32 }, () =>
      hash().catch(() => {
        refused++
      }),
    )
    await expect(hash()).rejects.toMatchObject({ code: 'overloaded', retryAfter: 2 })
    await vi.advanceTimersByTimeAsync(1_999)
    expect([running, refused]).toEqual([maxConcurrentHashes, 0])
    await vi.advanceTimersByTimeAsync(1)
    expect([running, refused]).toEqual([maxConcurrentHashes, 32])
    end()
    await Promise.all([...taken, ...waiting])
  } finally {
    vi.useRealTimers()
    await identity.close()
  }
})

/** Records by when each turn gives up, in milliseconds since the gate was made. */
class RecordingGate extends WorkGate {
  readonly #madeAt = performance.now()
  readonly givesUpAt: number[] = []

  override run<T>(work: () => Promise<T>, waitMs = Number.POSITIVE_INFINITY): Promise<T> {
    this.givesUpAt.push(performance.now() - this.#madeAt + waitMs)
    return super.run(work, waitMs)
  }
}

test('A8: an attempt waits two seconds altogether, for others of its account and for the gate', async () => {
  const identity = await openIdentity(platform)
  try {
    const [email, at] = ['mei@nordbygg.example', new Date(clock.now()).toISOString()]
    const user_id = personId(email)
    // All five slots of the account are occupied by attempts that do not complete.
    await db
      .insertInto('guessing')
      .values({ subject: `user:${user_id}`, user_id, pending: 5, pending_since: at, touched_at: at })
      .execute()
    const gate = new RecordingGate({ running: 1 })
    const attempt = tryPassword({ ...identity, gate }, { email, typed: 'wrong', browserHash: null })
    await expect(attempt).rejects.toMatchObject({ code: 'overloaded' })
    expect(gate.givesUpAt.length).toBeGreaterThan(2)
    // The tolerance is for a busy machine; a turn that did not know of the others would end two seconds later.
    expect(Math.max(...gate.givesUpAt)).toBeLessThan(2_500)
  } finally {
    await identity.close()
  }
})
