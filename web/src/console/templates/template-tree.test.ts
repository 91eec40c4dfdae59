import type { TemplateEntry } from '@lintel/contract/projects/template-content'
import { type TemplateResourceType, templateResourceTypes } from '@lintel/contract/projects/template-resources'
import { expect, test } from 'vitest'
import { idsOfParents, rowsOf } from '../../ui/tree/tree-rows'
import { libraryIndexOf } from './library-index'
import { pathOf } from './library-tree'
import { type EntryNode, type EntryTexts, entriesIn, templateTreeOf } from './template-tree'

const texts: EntryTexts = {
  types: Object.fromEntries(templateResourceTypes.map((type) => [type, type])) as Record<TemplateResourceType, string>,
  widget: (name) => `Widget ${name}`,
  everything: (library) => `Everything of ${library}`,
  unnamed: 'Not in the library',
  unknownLibrary: 'a library that is gone',
}
const index = libraryIndexOf([
  { id: 'doors', type: 'checklists', path: pathOf('Fire/Doors') },
  { id: 'walls', type: 'checklists', path: pathOf('Fire/Walls') },
  { id: 'chart', type: 'dashboard-widgets', path: ['workflow-chart'] },
  { id: 'defects', type: 'workflows', path: pathOf('Quality/Defects') },
])
const libraries = new Map([
  ['one', { name: 'Standard', index }],
  ['unread', { name: 'Unread', index: undefined }],
])
const entry = (overrides: Partial<TemplateEntry>): TemplateEntry => ({
  ...{ sourceProjectId: 'one', key: 'checklistId', value: null, renameTo: null, isEverything: false },
  ...overrides,
})
const treeOf = (...content: TemplateEntry[]) => templateTreeOf(content, libraries, texts, 'en')
const shown = (nodes: EntryNode[]) =>
  rowsOf(nodes, new Set(idsOfParents(nodes))).map(({ node, level }) =>
    `${'.'.repeat(level)}${node.label} ${node.entry ? `= ${node.amount}` : node.count} ${node.original ?? ''}`.trim(),
  )

test('entries stand by type and by the path they have in a project, with how much each is today', () => {
  const tree = treeOf(
    entry({ value: 'doors' }),
    entry({ value: 'walls', renameTo: 'Walls of the shaft' }),
    entry({ key: 'checklistPrefix', value: 'Fire/' }),
    entry({ key: 'checklists', isEverything: true }),
    entry({ key: 'workflows', value: 'defects', renameTo: 'Site/Snags' }),
  )
  expect(shown(tree)).toEqual([
    '.checklists 4',
    '..Fire 1',
    '...Doors = 1',
    '..Everything of Standard = 2',
    '..Fire/ = 2',
    '..Walls of the shaft = 1 Fire/Walls',
    '.workflows 1',
    '..Site 1',
    '...Snags = 1 Quality/Defects',
  ])
})

test('a widget is called as its type is, and is as much as the library has of it today', () => {
  const tree = treeOf(entry({ key: 'widgets', value: 'chart' }), entry({ key: 'widgets', isEverything: true }))
  expect(shown(tree)).toEqual(['.dashboard-widgets 2', '..Everything of Standard = 1', '..Widget workflow-chart = 1'])
})

test('what the library has no more, a library that is not read, and one that is gone, are named as such', () => {
  const tree = treeOf(
    entry({ value: 'gone' }),
    entry({ value: 'x', sourceProjectId: 'unread' }),
    entry({ key: 'groups', isEverything: true, sourceProjectId: 'deleted' }),
  )
  expect(shown(tree)).toEqual([
    '.checklists 2',
    '..Not in the library = 0',
    '..Not in the library = undefined',
    '.groups 1',
    '..Everything of a library that is gone = undefined',
  ])
})

test('an empty part of a name is shown as a slash, in a folder as in an entry', () => {
  const tree = treeOf(
    entry({ key: 'groups', value: 'crew', renameTo: '/Crew' }),
    entry({ key: 'groups', value: 'office', renameTo: 'Office/' }),
  )
  expect(shown(tree)).toEqual(['.groups 2', '../ 1', '...Crew = 0', '..Office 1', '.../ = 0'])
  const ids = rowsOf(tree, new Set(idsOfParents(tree))).map(({ node }) => node.id)
  expect(new Set(ids).size).toBe(ids.length)
})

test('what is chosen is its entries, of a folder all in it, none twice', () => {
  const tree = treeOf(
    entry({ value: 'doors' }),
    entry({ value: 'walls' }),
    entry({ key: 'workflows', value: 'defects' }),
  )
  const [checklists] = tree
  const folder = checklists?.children?.[0]
  const values = (...ids: (string | undefined)[]) => entriesIn(tree, new Set(ids.map(String))).map(({ value }) => value)
  expect(values(folder?.id)).toEqual(['doors', 'walls'])
  expect(values(folder?.id, folder?.children?.[1]?.id)).toEqual(['doors', 'walls'])
  expect(values('workflows')).toEqual(['defects'])
  expect(values()).toEqual([])
})

test('no id of a node has a space in it', () => {
  const tree = treeOf(entry({ value: 'doors', renameTo: 'Two words/And more words' }))
  expect(rowsOf(tree, new Set(idsOfParents(tree))).filter(({ node }) => /\s/.test(node.id))).toEqual([])
})
