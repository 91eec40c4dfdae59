import type { TemplateResourceType } from '@lintel/contract/projects/template-resources'
import { templateResourceTypes } from '@lintel/contract/projects/template-resources'
import { expect, test } from 'vitest'
import { idsOfParents, rowsOf } from '../../ui/tree/tree-rows'
import { filterTree, type LibraryResource, pathOf, type ResourceNode, treeOf } from './library-tree'

const labels = Object.fromEntries(templateResourceTypes.map((type) => [type, `All ${type}`])) as Record<
  TemplateResourceType,
  string
>
const resource = (type: TemplateResourceType, name: string): LibraryResource => ({
  ...{ id: `${type}-${name}`, type, path: pathOf(name) },
})
const resources: LibraryResource[] = [
  resource('groups', 'Crew'),
  resource('checklists', 'Fire/Doors'),
  resource('checklists', 'Fire'),
  resource('checklists', 'Fire/Seals/Walls'),
  resource('checklists', 'Area 10'),
  resource('checklists', 'Area 9'),
  { id: 'f1', type: 'folders', path: ['Drawings'], folderAbove: [] },
  { id: 'f2', type: 'folders', path: ['Drawings', 'Plans'], folderAbove: ['f1'] },
]
const tree = treeOf(resources, labels, 'en')
const shown = (nodes: readonly ResourceNode[]) =>
  rowsOf(nodes, new Set(idsOfParents(nodes))).map(
    ({ node, level }) => `${'.'.repeat(level)}${node.label} ${node.count}`,
  )

test('names that contain slashes form folders by type, folders first, numbers in their order, with counts', () => {
  expect(shown(tree)).toEqual([
    '.All checklists 5',
    '..Fire 2',
    '...Seals 1',
    '....Walls 1',
    '...Doors 1',
    '..Area 9 1',
    '..Area 10 1',
    '..Fire 1',
    '.All folders 2',
    '..Drawings 2',
    '...Plans 1',
    '.All groups 1',
    '..Crew 1',
  ])
})

test('no two nodes have one id, and none has a space in it', () => {
  const ids = rowsOf(tree, new Set(idsOfParents(tree))).map(({ node }) => node.id)
  expect(new Set(ids).size).toBe(ids.length)
  const spaced = treeOf([resource('workflows', 'Quality plan/Defects')], labels, 'en')
  expect(spaced[0]?.children?.[0]?.id).toBe('workflows/Quality%20plan')
  const slashed = treeOf(
    ['/A', '//A', '/', 'A', 'A/', 'A//', 'A//B', 'A/B', 'B'].map((name) => resource('takt-trains', name)),
    labels,
    'en',
  )
  const slashedIds = rowsOf(slashed, new Set(idsOfParents(slashed))).map(({ node }) => node.id)
  expect(new Set(slashedIds).size).toBe(slashedIds.length)
})

test('a search finds by the whole path, whatever the order of the words, and says where it has left something out', () => {
  expect(shown(filterTree(tree, 'walls fire'))).toEqual(['.All checklists 1', '..Fire 1', '...Seals 1', '....Walls 1'])
  const [checklists] = filterTree(tree, 'fire')
  expect(shown(filterTree(tree, 'fire'))).toEqual([
    '.All checklists 3',
    '..Fire 2',
    '...Seals 1',
    '....Walls 1',
    '...Doors 1',
    '..Fire 1',
  ])
  expect(checklists?.isFiltered).toBe(true)
  expect(checklists?.children?.[0]?.isFiltered).toBeUndefined()
  expect(shown(filterTree(tree, 'drawings'))).toEqual(['.All folders 2', '..Drawings 2', '...Plans 1'])
  expect(filterTree(tree, 'nothing like it')).toEqual([])
  expect(filterTree(tree, ' ')).toBe(tree)
})

test('a search makes no node anew beneath which it leaves nothing out', () => {
  const everything = treeOf([resource('groups', 'Crew'), resource('groups', 'Crane')], labels, 'en')
  expect(filterTree(everything, 'cr')).toBe(everything)
  expect(filterTree(tree, 'fire')[0]?.children?.[0]).toBe(tree[0]?.children?.[0])
})

test('a tree of twenty thousand is grown and searched', () => {
  const many = Array.from({ length: 20_000 }, (_, at) =>
    resource('checklists', `Trade ${at % 40}/Part ${at % 400}/Check ${at}`),
  )
  const large = treeOf(many, labels, 'en')
  expect(filterTree(large, 'check 1999')[0]?.count).toBe(12)
  expect(large[0]?.count).toBe(20_000)
})
