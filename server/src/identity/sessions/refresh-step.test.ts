import { describe, expect, test } from 'vitest'
import { appendRecentRefresh, type RefreshState, refreshStep } from './refresh-step'

const hash = (byte: number) => Buffer.alloc(32, byte)
const used = (byte: number, at: number) => ({ hash: hash(byte).toString('hex'), sealed: 's', at })
const state: RefreshState = {
  isLive: true,
  refreshHash: hash(2),
  generation: 2,
  recent: [used(1, 1_000)],
  browserHash: hash(9),
}
const step = (more: Partial<RefreshState>, byte: number, generation: number, browser: Buffer | null, now: number) =>
  refreshStep({ ...state, ...more }, { hash: hash(byte), generation }, browser, now).at

describe('D7: what a refresh secret brings', () => {
  test('the current one is exchanged', () => expect(step({}, 2, 2, hash(9), 2_000)).toBe('rotate'))
  test('the one before repeats for ten seconds', () => {
    expect(step({}, 1, 1, hash(9), 10_999)).toBe('repeat')
    expect(step({}, 1, 1, hash(9), 11_000)).toBe('reuse')
  })
  test.each([
    ['current', 2],
    ['replaced', 1],
  ])('a %s one from another browser, or none, is reuse', (_, secret) => {
    expect(step({}, secret, secret, hash(8), 2_000)).toBe('reuse')
    expect(step({}, secret, secret, null, 2_000)).toBe('reuse')
  })
  test('a session begun without a browser is not bound to one', () => {
    expect(step({ browserHash: null }, 2, 2, null, 2_000)).toBe('rotate')
    expect(step({ browserHash: null }, 1, 1, null, 2_000)).toBe('repeat')
  })
  test('an older one is reuse, one from the future ended', () => {
    expect(step({}, 0, 0, hash(9), 2_000)).toBe('reuse')
    expect(step({}, 7, 3, hash(9), 2_000)).toBe('ended')
  })
  test('nothing moves a session that is over, or has no secret', () => {
    expect(step({ isLive: false }, 2, 2, hash(9), 2_000)).toBe('ended')
    expect(step({ refreshHash: null }, 1, 0, hash(9), 2_000)).toBe('ended')
    expect(refreshStep(undefined, { hash: hash(1), generation: 0 }, null, 0).at).toBe('ended')
  })
  test('only the last ten seconds are kept', () =>
    expect(appendRecentRefresh([used(1, 0), used(2, 5_000)], used(3, 10_000)).map(({ at }) => at)).toEqual([
      5_000, 10_000,
    ]))
})
