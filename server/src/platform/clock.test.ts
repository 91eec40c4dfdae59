import { expect, test } from 'vitest'
import { steadyClock } from './clock'

const hour = 3_600_000

/** A machine whose system clock can be set independently of elapsed time. */
function machine() {
  let passed = 0
  let shown = Date.parse('2026-03-01T10:00:00Z')
  const jumps: number[] = []
  return {
    clock: steadyClock(
      () => shown,
      () => passed,
      (aheadMs) => jumps.push(aheadMs),
    ),
    jumps,
    advance: (milliseconds: number) => {
      passed += milliseconds
      shown += milliseconds
    },
    put: (milliseconds: number) => {
      shown += milliseconds
    },
    shown: () => shown,
  }
}

test('a clock that is right is followed', () => {
  const { clock, advance, shown } = machine()
  for (const step of [0, 1_000, hour, 24 * hour]) {
    advance(step)
    expect(clock()).toBe(shown())
  }
})

test('K7: a clock that jumps back an hour brings nothing back, and time goes on', () => {
  const { clock, advance, put, shown } = machine()
  const before = clock()
  put(-hour)
  expect(clock()).toBe(before)
  advance(60_000)
  expect(clock()).toBe(before + 60_000)
  put(hour)
  expect(clock()).toBe(shown())
})

test('K7: a jump back is told once, however often the clock is read, and the next one again', () => {
  const { clock, advance, put, jumps } = machine()
  put(-20_000)
  clock()
  put(20_000)
  clock()
  expect(jumps).toEqual([])
  put(-hour)
  clock()
  advance(60_000)
  clock()
  expect(jumps).toEqual([hour])
  put(hour)
  clock()
  put(-2 * hour)
  clock()
  expect(jumps).toEqual([hour, 2 * hour])
})

test('K7: many small steps back are no way around it', () => {
  const { clock, put } = machine()
  const before = clock()
  for (let step = 0; step < 100; step++) {
    put(-20_000)
    expect(clock()).toBeGreaterThanOrEqual(before - 30_000)
  }
})

test('a clock that is put right forward is followed at once', () => {
  const { clock, put, shown } = machine()
  put(hour)
  expect(clock()).toBe(shown())
  put(-10_000)
  expect(clock()).toBe(shown())
})
