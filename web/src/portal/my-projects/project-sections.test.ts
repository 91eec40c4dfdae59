import type { ProjectLink } from '@lintel/contract/projects/project-links'
import { expect, test } from 'vitest'
import { projectSections } from './project-sections'

const link = (name: string, overrides: Partial<ProjectLink> = {}): ProjectLink => ({
  id: name,
  version: 1,
  name,
  projectUri: 'http://localhost/project-1/',
  description: null,
  externalId: null,
  isHibernated: false,
  isLibrary: false,
  lastOpenedAt: null,
  lastDay: null,
  isFavourite: false,
  creationState: null,
  loginMethods: [],
  ...overrides,
})
const library = link('library', { isLibrary: true })

test('a project is in one section only, a hibernated library among the hibernated', () => {
  const links = [link('one'), library, link('two'), link('asleep', { isHibernated: true, isLibrary: true })]
  const { regular, libraries, hibernated } = projectSections(links, false, false)
  expect([regular, libraries, hibernated].map((section) => section.map(({ name }) => name))).toEqual([
    ['one', 'two'],
    ['library'],
    ['asleep'],
  ])
})

test('a favourite stands under its own heading, and not among the others; a starred library stays a library', () => {
  const links = [
    link('one'),
    link('star', { isFavourite: true }),
    link('shelf', { isLibrary: true, isFavourite: true }),
  ]
  const { favourites, regular, libraries } = projectSections(links, false, false)
  expect([favourites, regular, libraries].map((section) => section.map(({ name }) => name))).toEqual([
    ['star'],
    ['one'],
    ['shelf'],
  ])
})

test.each([
  { libraries: [library], isSearching: false, isAdministrator: false, shows: true },
  { libraries: [], isSearching: false, isAdministrator: false, shows: false },
  { libraries: [library], isSearching: true, isAdministrator: false, shows: false },
  { libraries: [], isSearching: false, isAdministrator: true, shows: true },
  { libraries: [], isSearching: true, isAdministrator: true, shows: true },
])('libraries: $shows when searching $isSearching as administrator $isAdministrator', (row) => {
  expect(projectSections(row.libraries, row.isSearching, row.isAdministrator).showsLibraries).toBe(row.shows)
})

test('first on the screen is a favourite, then another project, then a library that shows, then a hibernated one', () => {
  const asleep = link('asleep', { isHibernated: true })
  const star = link('star', { isFavourite: true })
  const firstOf = (links: readonly ProjectLink[], isSearching: boolean) =>
    projectSections(links, isSearching, false).visible[0]?.name
  expect(firstOf([asleep, library, link('one'), star], false)).toBe('star')
  expect(firstOf([asleep, library, link('one')], false)).toBe('one')
  expect(firstOf([asleep, library], false)).toBe('library')
  expect(firstOf([asleep, library], true)).toBe('asleep')
  expect(firstOf([], false)).toBeUndefined()
})

test('a library that no section shows is not on the screen: who found nothing else has found nothing', () => {
  const visible = (isSearching: boolean, isAdministrator: boolean) =>
    projectSections([library], isSearching, isAdministrator).visible
  expect(visible(true, false)).toEqual([])
  expect(visible(true, true)).toEqual([library])
  expect(visible(false, false)).toEqual([library])
})
