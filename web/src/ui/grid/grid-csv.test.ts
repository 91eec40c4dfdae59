import { expect, test } from 'vitest'
import { gridCsv } from './grid-csv'
import type { RecordColumn } from './record-grid'

interface Building {
  id: string
  name: string
  floors: number
}

const columns: RecordColumn<Building>[] = [
  { id: 'id', title: 'Number', isHidden: true, value: ({ id }) => id },
  { id: 'name', title: 'Name', value: ({ name }) => name },
  { id: 'floors', title: 'Floors', value: ({ floors }) => `${floors} floors`, number: ({ floors }) => floors },
]
const buildings = [
  { id: 'a', name: '=SUM(A1)', floors: 3 },
  { id: 'b', name: 'Hall; east "wing"', floors: -1 },
]

test('the visible columns stand in their order, and nothing that a spreadsheet would compute', () => {
  const lines = ['Name;Floors', "'=SUM(A1);3", '"Hall; east ""wing""";-1', '']
  expect(gridCsv(columns, { columns: [] }, buildings)).toBe(`\uFEFF${lines.join('\r\n')}`)
})

test('columns that somebody hid are left out, and those they showed and moved are where they put them', () => {
  const arrangement = { columns: [{ id: 'floors', isVisible: false }, { id: 'name' }, { id: 'id', isVisible: true }] }
  expect(gridCsv(columns, arrangement, buildings).split('\r\n')[0]).toBe('\uFEFFName;Number')
})
