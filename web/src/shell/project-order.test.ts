import type { ProjectLink } from '@lintel/contract/projects/project-links'
import { expect, test } from 'vitest'
import { latestFirst, matching } from './project-order'

const link = (name: string, lastOpenedAt: string | null = null, more: Partial<ProjectLink> = {}): ProjectLink => ({
  id: name,
  version: 1,
  name,
  projectUri: 'http://localhost/project-1/',
  description: null,
  externalId: null,
  isHibernated: false,
  isLibrary: false,
  lastOpenedAt,
  lastDay: null,
  isFavourite: false,
  creationState: null,
  loginMethods: [],
  ...more,
})
const names = (links: readonly ProjectLink[]) => links.map(({ name }) => name)

test('the project opened last comes first, those never opened follow by name', () => {
  const links = [link('B'), link('old', '2026-01-01T00:00:00Z'), link('A'), link('new', '2026-02-01T00:00:00.5+02:00')]
  expect(names(latestFirst(links, 'en'))).toEqual(['new', 'old', 'A', 'B'])
})

test('names are ordered in the reader’s alphabet, numbers by their size', () => {
  const links = [link('Ås'), link('Zürich'), link('Block 10'), link('Block 9')]
  expect(names(latestFirst(links, 'nb'))).toEqual(['Block 9', 'Block 10', 'Zürich', 'Ås'])
  expect(names(latestFirst(links, 'de'))).toEqual(['Ås', 'Block 9', 'Block 10', 'Zürich'])
})

test('a project is found by name, external id or description', () => {
  const harbour = link('Harbour', null, { externalId: 'NB-2041', description: 'Structural models' })
  expect(['harb', 'nb-20', 'STRUCT'].every((query) => matching(query)(harbour))).toBe(true)
  expect(matching('clinic')(harbour)).toBe(false)
})
