import { describe, expect, test } from 'vitest'
import {
  currentAndFutureSigners,
  dueRotation,
  forcedRotation,
  type KeyTimes,
  lostKeyEnd,
  replacementKeyTimes,
  signerAt,
} from './rotation'

const minute = 60_000
const day = 1_440 * minute
const first = { signsFrom: 0, signsUntil: 90 * day, retiresAt: 90 * day + 70 * minute }

/** The keys after a rotation, as stored in the database. */
const after = (keys: readonly KeyTimes[], rotation: ReturnType<typeof dueRotation>): KeyTimes[] =>
  rotation
    ? [...keys.slice(0, -1), ...keys.slice(-1).map((newest) => ({ ...newest, ...rotation.end })), rotation.add]
    : [...keys]

describe('D11: keys over time', () => {
  test('D11: the first signs at once, for ninety days', () => expect(dueRotation([], 0)).toEqual({ add: first }))

  test('D11: the next one is made a day before it signs, and not before', () => {
    expect(dueRotation([first], 89 * day - 1)).toBeUndefined()
    expect(dueRotation([first], 89 * day)?.add.signsFrom).toBe(90 * day)
    expect(dueRotation(after([first], dueRotation([first], 89 * day)), 89 * day)).toBeUndefined()
  })

  test('D11: a late one is published ten minutes before it signs, and the old one goes on until then', () => {
    const rotation = dueRotation([first], 90 * day + minute)
    expect(rotation?.add.signsFrom).toBe(90 * day + 11 * minute)
    expect(rotation?.end).toEqual({ signsUntil: 90 * day + 11 * minute, retiresAt: 90 * day + 81 * minute })
    expect(signerAt(after([first], rotation), 90 * day + 10 * minute)?.signsFrom).toBe(0)
  })

  test('D11: on command it takes ten minutes, also twice in a row', () => {
    const once = after([first], forcedRotation([first], day))
    expect(once.map(({ signsFrom }) => signsFrom)).toEqual([0, day + 10 * minute])
    const twice = after(once, forcedRotation(once, day + minute))
    expect(twice.map(({ signsFrom, signsUntil }) => signsFrom < signsUntil)).toEqual([true, true, true])
    expect(twice[2]?.signsFrom).toBeGreaterThanOrEqual(day + 11 * minute)
  })

  test('D11: the old key is accepted until its last token has been over for ten minutes', () => {
    const [old] = after([first], forcedRotation([first], day))
    expect((old?.retiresAt ?? 0) - (old?.signsUntil ?? 0)).toBe(70 * minute)
  })

  test('J4: a lost key signs no more, one that never signed is forgotten, and the new one signs at once', () => {
    const keys = after([first], forcedRotation([first], day))
    const now = day + minute
    expect(currentAndFutureSigners(keys, now)).toEqual(keys)
    const ended = keys.map((key) => ({ ...key, ...lostKeyEnd(key, now) }))
    expect(ended.map(({ retiresAt }) => retiresAt)).toEqual([now + 70 * minute, now])
    const accepted = [...ended.filter(({ retiresAt }) => retiresAt > now), replacementKeyTimes(now)]
    expect(currentAndFutureSigners(accepted, now)).toEqual([replacementKeyTimes(now)])
  })
})
