import { expect, test } from 'vitest'
import { currentAmong } from './current-row'
import { idsOfParents, rowsOf, type TreeNode } from './tree-rows'

const leaf = (id: string, subject?: string): TreeNode => ({ id, label: id, ...(subject && { subject }) })
const folder = (id: string, ...children: TreeNode[]): TreeNode => ({ id, label: id, children })
const rowsIn = (...nodes: TreeNode[]) => rowsOf(nodes, new Set(idsOfParents(nodes)))
const doors = leaf('Doors')
const walls = leaf('Walls')
const gates = leaf('Gates')
const defects = folder('Workflows', leaf('Defects'))
const all = rowsIn(folder('Checklists', doors, walls, gates), defects)

/** The current row after the removal of the rows between, and whether keys act on it. */
function after(id: string, rows: typeof all, before = all) {
  const { id: next, isActive } = currentAmong(rows, { rows: before, id, isActive: true })
  return [next, isActive]
}

test('a removed row is replaced by its next sibling, else by the previous one', () => {
  expect(after('Walls', rowsIn(folder('Checklists', doors, walls), defects))).toEqual(['Walls', true])
  expect(after('Walls', rowsIn(folder('Checklists', doors, gates), defects))).toEqual(['Gates', true])
  expect(after('Doors', rowsIn(folder('Checklists', gates), defects))).toEqual(['Gates', true])
  expect(after('Gates', rowsIn(folder('Checklists', doors), defects))).toEqual(['Doors', true])
})

test('without a sibling the row at its index is current, and keys do not act on it', () => {
  expect(after('Doors', rowsIn(defects))).toEqual(['Defects', false])
  expect(after('Gates', rowsIn(defects))).toEqual(['Defects', false])
  expect(after('Defects', rowsIn(folder('Checklists', doors)))).toEqual(['Doors', false])
  expect(after('Doors', rowsIn())).toEqual([undefined, false])
})

test('keys do not act on a folder or a type that replaces a removed row', () => {
  expect(after('Checklists', rowsIn(defects))).toEqual(['Workflows', false])
  const before = rowsIn(folder('Checklists', folder('Fire', doors), walls))
  expect(after('Walls', rowsIn(folder('Checklists', folder('Fire', doors))), before)).toEqual(['Fire', false])
})

test('keys do not act on the first row before the person went there', () => {
  expect(currentAmong(all, { rows: [], id: undefined, isActive: true }).isActive).toBe(false)
})

test('a renamed node stays current, unless another one could be it', () => {
  const before = rowsIn(leaf('a', 'Doors'), leaf('b', 'Walls'), leaf('c', 'Doors'))
  const renamed = rowsIn(leaf('b', 'Walls'), leaf('c', 'Doors'), leaf('d', 'Doors'))
  expect(after('a', renamed, before)).toEqual(['d', true])
  expect(after('a', rowsIn(leaf('b', 'Walls'), leaf('d', 'Doors'), leaf('e', 'Doors')), before)).toEqual(['b', true])
})

test('a row that a search hides is current again when it ends, and the first row meanwhile', () => {
  const found = rowsIn(folder('Checklists', gates))
  const hidden = currentAmong(found, { rows: all, id: 'Walls', isActive: true }, true)
  expect([hidden.id, hidden.isActive]).toEqual([undefined, false])
  const stillHidden = currentAmong(rowsIn(defects), hidden, true)
  expect(currentAmong(all, stillHidden)).toEqual({ rows: all, id: 'Walls', isActive: true })
  expect(currentAmong(rowsIn(defects), stillHidden)).toMatchObject({ id: undefined, isActive: false })
})
