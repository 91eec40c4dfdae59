import type { TemplateEntry } from '@lintel/contract/projects/template-content'
import { type TemplateResourceType, templateResourceTypes } from '@lintel/contract/projects/template-resources'
import { expect, test } from 'vitest'
import { idsOfParents, rowsOf } from '../../ui/tree/tree-rows'
import { chosenEntries, coverageOf, isCovered, newEntries } from './entries'
import { filterTree, type LibraryResource, pathOf, treeOf } from './library-tree'

const labels = Object.fromEntries(templateResourceTypes.map((type) => [type, type])) as Record<
  TemplateResourceType,
  string
>
const library = '018f0000-0000-7000-8000-000000000001'
const resource = (type: TemplateResourceType, name: string): LibraryResource => ({
  ...{ id: `${type}:${name}`, type, path: pathOf(name) },
})
const tree = treeOf(
  [
    resource('checklists', 'Fire/Doors'),
    resource('checklists', 'Fire/Seals/Walls'),
    resource('checklists', 'Firewood/Piles'),
    resource('workflows', 'Quality/Defects'),
    resource('workflows', 'Quality/Snags'),
    { id: 'f1', type: 'folders', path: ['Drawings'], folderAbove: [] },
    { id: 'f2', type: 'folders', path: ['Drawings', 'Plans'], folderAbove: ['f1'] },
  ],
  labels,
  'en',
)
const chosen = (...ids: string[]) =>
  chosenEntries(tree, new Set(ids), library).map(
    ({ key, value, isEverything }) => `${key} ${value}${isEverything ? ' *' : ''}`,
  )
const entry = (values: Partial<TemplateEntry>): TemplateEntry => ({
  ...{ sourceProjectId: library, key: 'checklistId', value: null, renameTo: null, isEverything: false },
  ...values,
})

test('one thing is an entry with its id, a folder of checklists what its names begin with, a type everything', () => {
  expect(chosen('checklists:Fire/Doors', 'f2')).toEqual(['checklistId checklists:Fire/Doors', 'folderId f2'])
  expect(chosen('checklists/Fire')).toEqual(['checklistPrefix Fire/'])
  expect(chosen('checklists', 'folders')).toEqual(['checklists null *', 'folders null *'])
})

test('a folder adds what is below it, and what lies beneath something chosen is not added twice', () => {
  expect(chosen('workflows/Quality')).toEqual([
    'workflows workflows:Quality/Defects',
    'workflows workflows:Quality/Snags',
  ])
  expect(chosen('workflows/Quality', 'workflows:Quality/Snags', 'f1', 'f2')).toEqual([
    'workflows workflows:Quality/Defects',
    'workflows workflows:Quality/Snags',
    'folderId f1',
  ])
})

test('a folder without a name adds what is below it, not the whole type', () => {
  const names = ['/A', '/A/B', '//C', 'A/', 'A//B', 'B']
  const named = treeOf(
    names.map((name) => resource('groups', name)),
    labels,
    'en',
  )
  const valuesOf = (id: string) =>
    chosenEntries(named, new Set([id]), library).map(({ key, value }) => `${key} ${value}`)
  expect(valuesOf('groups')).toEqual(['groups null'])
  expect(valuesOf('groups/')).toEqual(['groups groups://C', 'groups groups:/A/B', 'groups groups:/A'])
  expect(valuesOf('groups/%2F')).toEqual(['groups groups://C'])
  expect(valuesOf('groups/%2FA')).toEqual(['groups groups:/A/B'])
  expect(valuesOf('groups/A')).toEqual(['groups groups:A//B', 'groups groups:A/'])
  expect(valuesOf('groups/A%2F')).toEqual(['groups groups:A//B'])
  const single = treeOf([resource('groups', '/A'), resource('groups', 'B')], labels, 'en')
  expect(chosenEntries(single, new Set(['groups/']), library)).toEqual([entry({ key: 'groups', value: 'groups:/A' })])
})

test('of a folder in which a search has left something out, what it shows is added', () => {
  const found = filterTree(tree, 'walls')
  const entries = chosenEntries(found, new Set(['checklists']), library)
  expect(entries.map(({ key, value }) => [key, value])).toEqual([['checklistPrefix', 'Fire/Seals/']])
  const single = chosenEntries(filterTree(tree, 'snags'), new Set(['workflows/Quality']), library)
  expect(single.map(({ value }) => value)).toEqual(['workflows:Quality/Snags'])
})

test('nothing is added twice, compared on source project, key, value and new name', () => {
  const content = [entry({ value: 'a' }), entry({ value: 'b', renameTo: 'Bee' })]
  const other = '018f0000-0000-7000-8000-000000000002'
  const wanted = [
    entry({ value: 'a' }),
    entry({ value: 'a', isEverything: true }),
    entry({ value: 'b' }),
    entry({ value: 'b' }),
    entry({ value: 'a', sourceProjectId: other }),
    entry({ value: 'a', key: 'workflows' }),
  ]
  expect(newEntries(content, wanted)).toEqual([wanted[2], wanted[4], wanted[5]])
})

test('what a template brings is known in the library: by itself, by the folder it lies in, by its whole type', () => {
  const covered = (...content: TemplateEntry[]) => {
    const coverage = coverageOf(content, library)
    const rows = rowsOf(tree, new Set(idsOfParents(tree)))
    return rows.filter(({ node }) => isCovered(coverage, node)).map(({ node }) => node.id)
  }
  expect(covered()).toEqual([])
  expect(covered(entry({ value: 'checklists:Fire/Doors', renameTo: 'Other' }))).toEqual(['checklists:Fire/Doors'])
  expect(covered(entry({ key: 'checklistPrefix', value: 'Fire/' }))).toEqual([
    'checklists/Fire',
    'checklists/Fire%2FSeals',
    'checklists:Fire/Seals/Walls',
    'checklists:Fire/Doors',
  ])
  for (const value of ['Fire', '/Fire//']) {
    expect(covered(entry({ key: 'checklistPrefix', value }))).toEqual(
      covered(entry({ key: 'checklistPrefix', value: 'Fire/' })),
    )
  }
  expect(covered(entry({ key: 'checklistPrefix', value: '/' }))).toEqual(
    covered(entry({ key: 'checklists', isEverything: true })),
  )
  expect(covered(entry({ key: 'folderId', value: 'f1' }))).toEqual(['f1', 'f2'])
  expect(covered(entry({ key: 'folders', isEverything: true }))).toEqual(['folders', 'f1', 'f2'])
  expect(covered(entry({ key: 'folders' }))).toEqual(['folders', 'f1', 'f2'])
  expect(covered(entry({ key: 'folders', isEverything: true, sourceProjectId: 'another' }))).toEqual([])
})
