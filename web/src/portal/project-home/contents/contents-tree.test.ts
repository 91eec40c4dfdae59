import { expect, test } from 'vitest'
import { idsOfParents, rowsOf } from '../../../ui/tree/tree-rows'
import { type ContentItem, type ContentNode, filterTree, pathOf, treeOf } from './contents-tree'

const item = (kind: ContentItem['kind'], ...path: string[]): ContentItem => ({ id: path.join('/'), kind, path })
const items = [
  item('checklists', 'Concrete', 'Curing'),
  item('checklists', 'Concrete', 'Pour'),
  item('checklists', 'Area 10'),
  item('checklists', 'Area 9'),
  item('groups', 'Crew'),
  { ...item('folders', 'Drawings'), isFolder: true },
  { ...item('folders', 'Drawings', 'Plan.pdf'), size: 10 },
  { ...item('folders', 'Empty'), isFolder: true },
]
const tree = treeOf(items, (kind) => `Kind ${kind}`, 'en')
const rowTexts = (nodes: readonly ContentNode[]) =>
  rowsOf(nodes, new Set(idsOfParents(nodes))).map(({ node, level }) =>
    `${'.'.repeat(level)}${node.label} ${node.count ?? ''}`.trim(),
  )

test('what is there stands by kind and path, folders first, numbers in their order, with counts', () => {
  expect(rowTexts(tree)).toEqual([
    '.Kind checklists 4',
    '..Concrete 2',
    '...Curing',
    '...Pour',
    '..Area 9',
    '..Area 10',
    '.Kind folders 1',
    '..Drawings 1',
    '...Plan.pdf',
    '..Empty 0',
    '.Kind groups 1',
    '..Crew',
  ])
})

test('a search finds by the whole path, whatever the order of the words, and shows where it is', () => {
  expect(rowTexts(filterTree(tree, 'pour conc'))).toEqual(['.Kind checklists 1', '..Concrete 1', '...Pour'])
  expect(rowTexts(filterTree(tree, 'concrete'))).toEqual(['.Kind checklists 2', '..Concrete 2', '...Curing', '...Pour'])
  expect(rowTexts(filterTree(tree, 'empty'))).toEqual(['.Kind folders 0', '..Empty 0'])
  expect(filterTree(tree, 'nothing like it')).toEqual([])
  expect(rowTexts(filterTree(tree, ' '))).toEqual(rowTexts(tree))
})

test('a name is a path where the kind has paths, and one of the same name as a folder is beside it', () => {
  expect(pathOf('checklists', 'Concrete/Pour')).toEqual(['Concrete', 'Pour'])
  expect(pathOf('groups', 'Client/Owner')).toEqual(['Client/Owner'])
  const both = treeOf([item('checklists', 'Fire'), item('checklists', 'Fire', 'Doors')], (kind) => kind, 'en')
  expect(rowTexts(both)).toEqual(['.checklists 2', '..Fire 1', '...Doors', '..Fire'])
})
