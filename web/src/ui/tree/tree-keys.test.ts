import { describe, expect, test } from 'vitest'
import { stepOf } from './tree-keys'
import { idsOfParents, rowsOf, type TreeNode } from './tree-rows'

const leaf = (id: string): TreeNode => ({ id, label: id })
const nodes: TreeNode[] = [
  {
    id: 'Concrete',
    label: 'Concrete',
    children: [leaf('Curing'), { id: 'Pour', label: 'Pour', children: [leaf('Cubes')] }],
  },
  { id: 'Fire', label: 'Fire', children: [leaf('Doors')] },
  leaf('Façade'),
]
const open = (...ids: string[]) => new Set(ids)
const labels = (...ids: string[]) => rowsOf(nodes, open(...ids)).map(({ node }) => node.label)

test('the rows are those whose parents are open, each with its level, position and the size of its set', () => {
  expect(labels()).toEqual(['Concrete', 'Fire', 'Façade'])
  // Descendants of a closed node are not visible, whether open or not.
  expect(labels('Pour')).toEqual(['Concrete', 'Fire', 'Façade'])
  const rows = rowsOf(nodes, open('Concrete', 'Pour'))
  expect(
    rows.map(({ node, level, position, setSize, parent }) => [node.label, level, position, setSize, parent]),
  ).toEqual([
    ['Concrete', 1, 1, 3, -1],
    ['Curing', 2, 1, 2, 0],
    ['Pour', 2, 2, 2, 0],
    ['Cubes', 3, 1, 1, 2],
    ['Fire', 1, 2, 3, -1],
    ['Façade', 1, 3, 3, -1],
  ])
  expect(idsOfParents(nodes)).toEqual(['Concrete', 'Pour', 'Fire'])
})

describe('keys', () => {
  const step = (key: string, current: number, ...ids: string[]) =>
    stepOf(key, rowsOf(nodes, open(...ids)), current, open(...ids))

  test('up, down, home and end stay within the rows', () => {
    expect(step('ArrowDown', 0)).toEqual({ current: 1 })
    expect(step('ArrowDown', 2)).toEqual({ current: 2 })
    expect(step('ArrowUp', 0)).toEqual({ current: 0 })
    expect(step('End', 0, 'Concrete')).toEqual({ current: 4 })
    expect(step('Home', 3, 'Concrete')).toEqual({ current: 0 })
  })

  test('right opens, then goes in; left closes, then goes out', () => {
    expect(step('ArrowRight', 0)).toEqual({ open: ['Concrete'] })
    expect(step('ArrowRight', 0, 'Concrete')).toEqual({ current: 1 })
    expect(step('ArrowRight', 1, 'Concrete')).toEqual({})
    expect(step('ArrowLeft', 1, 'Concrete')).toEqual({ current: 0 })
    expect(step('ArrowLeft', 0, 'Concrete')).toEqual({ close: 'Concrete' })
    expect(step('ArrowLeft', 0)).toEqual({})
  })

  test('enter and space open and close; the asterisk opens all siblings', () => {
    expect(step('Enter', 0)).toEqual({ open: ['Concrete'] })
    expect(step(' ', 0, 'Concrete')).toEqual({ close: 'Concrete' })
    expect(step('Enter', 2)).toEqual({})
    expect(step('*', 0)).toEqual({ open: ['Concrete', 'Fire'] })
    expect(step('*', 1, 'Concrete')).toEqual({ open: ['Pour'] })
  })

  test('other keys are not the tree’s', () => {
    expect(step('Tab', 0)).toBeUndefined()
    expect(stepOf('ArrowDown', [], 0, open())).toBeUndefined()
  })
})

test('twenty thousand open rows are listed', () => {
  const many = Array.from({ length: 200 }, (_, at) => ({
    id: `${at}`,
    label: `${at}`,
    children: Array.from({ length: 100 }, (_, under) => leaf(`${at}/${under}`)),
  }))
  expect(rowsOf(many, new Set(idsOfParents(many)))).toHaveLength(20_200)
})
