import { idleTimeoutMs } from '@lintel/contract/identity/login'
import { expect, test } from 'vitest'
import { idleness, isDueToServer, warningMs } from './idle'

const noon = Date.UTC(2026, 10, 20, 12)
const minute = 60_000
const after = (ms: number) => idleness(noon, noon + ms, idleTimeoutMs)

test('D3: a session is idle an hour after the last sign of life, not a moment sooner', () => {
  expect(after(idleTimeoutMs - 1).at).toBe('warned')
  expect(after(idleTimeoutMs)).toEqual({ at: 'over' })
  expect(after(20 * idleTimeoutMs)).toEqual({ at: 'over' })
})

test('the warning stands for the last two minutes, and says when it ends', () => {
  expect(after(idleTimeoutMs - warningMs - 1)).toEqual({ at: 'active' })
  expect(after(idleTimeoutMs - warningMs)).toEqual({ at: 'warned', endsAt: noon + idleTimeoutMs })
  expect(warningMs).toBe(2 * minute)
})

test('D3: the server hears of somebody who is there, but not with every key, and not of nobody', () => {
  expect(isDueToServer(noon + minute, noon, noon + 2 * minute)).toBe(false)
  expect(isDueToServer(noon + minute, noon, noon + 5 * minute)).toBe(true)
  expect(isDueToServer(noon - minute, noon, noon + 50 * minute)).toBe(false)
})
