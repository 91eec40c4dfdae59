import { expect, test } from 'vitest'
import { type RecordColumn, recordGrid } from './record-grid'

interface House {
  id: string
  rooms: number
  bytes: number
}

const houses: House[] = [
  { id: 'a', rooms: 1_200, bytes: 5 },
  { id: 'b', rooms: 34, bytes: 6 },
  { id: 'c', rooms: 1, bytes: 7 },
]
const columns: RecordColumn<House>[] = [
  { id: 'id', title: 'Name', value: ({ id }) => id, isRowHeader: true },
  { id: 'rooms', title: 'Rooms', value: ({ rooms }) => `${rooms}`, number: ({ rooms }) => rooms },
  {
    id: 'bytes',
    title: 'Size',
    value: ({ bytes }) => `${bytes} B`,
    number: ({ bytes }) => bytes,
    formatTotal: (sum) => `${sum} B`,
  },
]

test('numbers are added up over the rows that are found, and texts are not', () => {
  const grid = recordGrid(houses, columns, 'de')
  expect(grid.totals(Uint32Array.of(0, 1, 2))).toEqual([undefined, '1.235', '18 B'])
  expect(grid.totals(Uint32Array.of(2))).toEqual([undefined, '1', '7 B'])
  expect(grid.totals(Uint32Array.of())).toEqual([undefined, '0', '0 B'])
})

test('a column is drawn as it says, and as its value without', () => {
  const rendered = recordGrid(
    houses,
    [...columns, { id: 'x', title: 'X', value: () => 'yes', render: () => 'mark' }],
    'en',
  )
  expect(rendered.cells.render?.(0, 3)).toBe('mark')
  expect(rendered.cells.render?.(0, 1)).toBeUndefined()
  expect(recordGrid(houses, columns, 'en').cells.render).toBeUndefined()
})
