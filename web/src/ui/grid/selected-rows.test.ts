import { expect, test } from 'vitest'
import { keepVisibleRows, noRows, selectedRows } from './selected-rows'

const both = selectedRows(new Set(['lena', 'mei']))

test('a row that is not shown any more leaves the selection, and how many there were is kept', () => {
  const fewer = keepVisibleRows(both, (id) => id === 'mei')
  expect(fewer).toEqual({ ids: new Set(['mei']), total: 2 })
  expect(keepVisibleRows(fewer, () => true)).toBe(fewer)
})

test('a selection of which all is shown stays the same one; of nothing nothing is left to tell', () => {
  expect(keepVisibleRows(both, () => true)).toBe(both)
  expect(keepVisibleRows(both, () => false)).toBe(noRows)
})
