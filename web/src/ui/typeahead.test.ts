import { expect, test } from 'vitest'
import { emptyTypeahead, extendTypeahead, findByTypeahead } from './typeahead'

const labels = ['Concrete', 'Curing', 'Pour', 'Fire', 'Façade']
const found = (typed: string, current: number) =>
  findByTypeahead(typed, { length: labels.length, labelAt: (at) => labels[at] ?? '' }, current)

test('typing goes to the next label that begins so, round once; several letters keep one that fits', () => {
  expect(found('c', 0)).toBe(1)
  expect(found('c', 1)).toBe(0)
  expect(found('cc', 0)).toBe(1)
  expect(found('cu', 1)).toBe(1)
  expect(found('FA', 3)).toBe(4)
  expect(found('p', -1)).toBe(2)
  expect(found('x', 0)).toBeUndefined()
  expect(findByTypeahead('x', { length: 0, labelAt: () => '' }, 0)).toBeUndefined()
})

const stroke = (key: string, timeStamp: number, keys: object = {}) => ({
  ...{ key, timeStamp, ctrlKey: false, metaKey: false, altKey: false },
  ...keys,
})

test('letters that follow soon are one word; later ones begin another', () => {
  const first = extendTypeahead(emptyTypeahead, stroke('K', 5_000))
  expect(first).toEqual({ text: 'K', at: 5_000 })
  const second = extendTypeahead(first ?? emptyTypeahead, stroke('i', 5_300))
  expect(second).toEqual({ text: 'Ki', at: 5_300 })
  expect(extendTypeahead(second ?? emptyTypeahead, stroke(' ', 5_400))?.text).toBe('Ki ')
  expect(extendTypeahead(second ?? emptyTypeahead, stroke('m', 6_100))?.text).toBe('m')
})

test('a space alone, a named key and a letter with Ctrl, Alt or Command type nothing', () => {
  expect(extendTypeahead(emptyTypeahead, stroke(' ', 5_000))).toBeUndefined()
  expect(extendTypeahead(emptyTypeahead, stroke('ArrowDown', 5_000))).toBeUndefined()
  for (const key of ['ctrlKey', 'metaKey', 'altKey'])
    expect(extendTypeahead(emptyTypeahead, stroke('k', 5_000, { [key]: true }))).toBeUndefined()
})
