import { expect, test } from 'vitest'
import { visibleColumns } from '../../ui/grid/arrangement'
import { hiddenColumns, withColumnsShown } from './hidden-columns'

const [active, hibernated, libraries] = ['projects', 'hibernated', 'libraries'].map((id) => ({ id, title: id }))
const columns = [
  { id: 'harbour', title: 'Harbour', group: active },
  { id: 'quay', title: 'Quay', group: active },
  { id: 'school', title: 'Old school', group: hibernated },
  { id: 'doors', title: 'Doors', group: libraries },
].map(({ group, ...column }) => ({ ...column, ...(group && { group }) }))
const arrangement = {
  columns: [
    { id: 'quay', isVisible: false },
    { id: 'school', isVisible: false, width: 80 },
  ],
  hiddenGroups: ['hibernated', 'libraries'],
}
const ids = (of: readonly { id: string }[]) => of.map(({ id }) => id)

test('columns are hidden one by one or with their group', () => {
  expect(ids(hiddenColumns(columns, arrangement))).toEqual(['quay', 'school', 'doors'])
  expect(hiddenColumns(columns, { columns: [] })).toEqual([])
})

test('columns that were hidden in either way are shown, others stay hidden, and widths are kept', () => {
  const school = columns.filter(({ id }) => id === 'school')
  const shown = withColumnsShown(columns, arrangement, school)
  expect(ids(hiddenColumns(columns, shown))).toEqual(['quay', 'doors'])
  const { columnIndexes, widths } = visibleColumns(columns, shown)
  expect(columnIndexes.map((index) => columns[index]?.id)).toEqual(['harbour', 'school'])
  expect(widths[1]).toBe(80)
})
