import type { TemplateEntry } from '@lintel/contract/projects/template-content'
import { expect, test } from 'vitest'
import { amountOf, libraryIndexOf } from './library-index'
import { type LibraryResource, pathOf } from './library-tree'

const names = ['Fire/Doors', 'Fire/Seals/Walls', 'Fire', 'Firewood/Piles', 'fire/lower', 'Ålesund/One', 'Fire/Ålesund']
const resources: LibraryResource[] = [
  ...names.map((name): LibraryResource => ({ id: name, type: 'checklists', path: pathOf(name) })),
  { id: 'w', type: 'workflows', path: ['Quality'] },
]
const index = libraryIndexOf(resources)
const plain = { sourceProjectId: 'l', key: 'checklistId', value: null, renameTo: null, isEverything: false } as const
const amount = (values: Partial<TemplateEntry>) => amountOf(index, { ...plain, ...values })

test('everything of a type, and everything below a path, say how much that is today', () => {
  expect(amount({ key: 'checklists', isEverything: true })).toBe(7)
  expect(amount({ key: 'workflows', isEverything: true })).toBe(1)
  expect(amount({ key: 'groups', isEverything: true })).toBe(0)
  expect(amount({ key: 'workflows' })).toBe(1)
  expect(amount({ key: 'checklistPrefix', value: 'Fire/' })).toBe(3)
  expect(amount({ key: 'checklistPrefix', value: 'Ålesund/' })).toBe(1)
  expect(amount({ key: 'checklistPrefix', value: 'Water/' })).toBe(0)
})

test('a path is the same with slashes at its ends and without, and its blanks are part of it', () => {
  for (const value of ['Fire', '/Fire', 'Fire//']) expect(amount({ key: 'checklistPrefix', value })).toBe(3)
  for (const value of ['/', null]) expect(amount({ key: 'checklistPrefix', value })).toBe(7)
  const spaced = libraryIndexOf([{ id: 's', type: 'checklists', path: pathOf('Structure / Slab') }])
  const below = (value: string) => amountOf(spaced, { ...plain, key: 'checklistPrefix', value })
  expect([below('Structure /'), below('Structure'), below('Structure / ')]).toEqual([1, 0, 0])
})

test('one thing is one, or none when the library has it no more', () => {
  expect(amount({ value: 'Fire/Doors' })).toBe(1)
  expect(amount({ key: 'workflows', value: 'w' })).toBe(1)
  expect(amount({ value: 'gone' })).toBe(0)
})
