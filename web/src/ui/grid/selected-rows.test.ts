import { expect, test } from 'vitest'
import { noRows, selectedRows, shownRows } from './selected-rows'

const both = selectedRows(new Set(['lena', 'mei']))

test('a row that is not shown any more leaves the selection, and how many there were is kept', () => {
  const fewer = shownRows(both, (id) => id === 'mei')
  expect(fewer).toEqual({ ids: new Set(['mei']), total: 2 })
  expect(shownRows(fewer, () => true)).toBe(fewer)
})

test('a selection of which all is shown stays the same one; of nothing nothing is left to tell', () => {
  expect(shownRows(both, () => true)).toBe(both)
  expect(shownRows(both, () => false)).toBe(noRows)
})
