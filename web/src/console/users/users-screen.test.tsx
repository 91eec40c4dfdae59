import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { allPropsOf, propsOf, renderForm } from '../../../test/render-form'
import { neverResponds } from '../../../test/render-hook'
import { createQueryClient } from '../../api/query-client'
import { currentUser } from '../../session/current-user'
import { installation } from '../../session/installation'
import { Button } from '../../ui/button'
import { GridShortcuts } from '../../ui/grid/grid-shortcuts'
import { createAccessTable } from './access-table'
import type { UsersFilter } from './find-people'
import { NoProjectFound, OnlyHiddenFound } from './no-project-found'
import { UsersFilters } from './users-filters'

const project = { externalId: null, isHibernated: false, isLibrary: false, ends: [] }
const table = createAccessTable({
  ...{ cursor: '7', organizations: [], administrators: [], imported: [], provisioned: [], guests: [] },
  people: [
    ['mei@nordbygg.example', 'Mei Zhang', -1, ''],
    ['ola@nordbygg.example', 'Ola Berge', -1, ''],
  ],
  omittedProjects: 0,
  projects: [
    { ...project, id: 'harbour', name: 'Harbour', members: '0u1u' },
    { ...project, id: 'hall', name: 'Hall', members: '0u' },
    { ...project, id: 'quay', name: 'Quay', members: '' },
  ],
})

// The user settings module adds listeners to the document when it is loaded.
vi.stubGlobal('document', new EventTarget())
const { UsersGrid } = await import('./users-grid')
const { UsersScreen } = await import('./users-screen')
const { UsersDialogs } = await import('./users-dialogs')
vi.unstubAllGlobals()

/** The screen with this filter; `isFolded` where the search for projects is behind the button of the filters. */
async function openScreen(filter: UsersFilter, { isFolded = false } = {}) {
  vi.stubGlobal('fetch', neverResponds)
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  for (const name of ['addEventListener', 'removeEventListener']) vi.stubGlobal(name, () => undefined)
  const queries = createQueryClient()
  queries.setQueryData(currentUser.queryKey, { role: null, customerAdminFor: [], apiUserFor: [] } as never)
  queries.setQueryData(installation.queryKey, { record: { canAddUsers: true }, included: [] } as never)
  const onFilter = vi.fn()
  const rendered = await renderForm(() => {
    const screen = UsersScreen({
      ...{ table, customer: 'nord', actor: 'kari@nordbygg.example', environment: 'local' as const },
      ...{ selector: null, filter, onFilter },
    })
    return { screen, filters: UsersFilters(propsOf(UsersFilters, propsOf(UsersGrid, screen).filters)) }
  }, queries)
  const current = () => rendered.current().screen
  Object.assign(document, { querySelector: () => null, closest: () => null })
  const press = (key: string) =>
    rendered.change(() => document.dispatchEvent(Object.assign(new Event('keydown', { cancelable: true }), { key })))
  const focused: string[] = []
  const { search, projectSearch } = propsOf(UsersFilters, propsOf(UsersGrid, current()).filters)
  search.current = { focus: () => focused.push('people') } as unknown as HTMLInputElement
  if (!isFolded) projectSearch.current = { focus: () => focused.push('projects') } as unknown as HTMLInputElement
  return { current, filters: () => rendered.current().filters, focused, onFilter, press }
}

/** What is announced of what was found. */
function announced(screen: unknown): string[] {
  const status = allPropsOf<{ role?: string; children?: never }>('div' as never, screen).find(
    ({ role }) => role === 'status',
  )
  const markup = renderToStaticMarkup(
    <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: {} } })}>{status?.children}</I18nProvider>,
  )
  return [...markup.matchAll(/<p>([^<]*)<\/p>/g)].map(([, text]) => text ?? '')
}

test.each([
  [{ project: 'ha' }, ['2 projects found']],
  [{ user: 'mei' }, ['1 user found']],
  [{ user: 'mei', project: 'quay' }, ['1 user found', '1 project found']],
  [{ project: 'nothing' }, ['0 projects found']],
  [{}, []],
] as [UsersFilter, string[]][])('of the filter %j are announced %j', async (filter, expected) => {
  const { current } = await openScreen(filter)
  expect(announced(current())).toEqual(expected)
})

test('what was found is announced once: the messages over the columns are no live regions', () => {
  const messages = [
    <NoProjectFound key="none" query="quay" onShowAll={() => undefined} />,
    <OnlyHiddenFound key="hidden" count={1} onShow={() => undefined} />,
  ]
  const markup = renderToStaticMarkup(
    <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: {} } })}>{messages}</I18nProvider>,
  )
  expect(markup).toContain('No project matches “quay”')
  expect(markup).toContain('1 project found is hidden')
  expect(markup).not.toMatch(/role=|aria-live/)
})

test.each([
  [false, 'projects'],
  [true, 'people'],
])(
  'who shows all projects again, where their search is folded away (%s), is at the search for %s',
  async (isFolded, at) => {
    const { current, focused, onFilter } = await openScreen({ project: 'nothing' }, { isFolded })
    propsOf(NoProjectFound, current()).onShowAll()
    expect(focused).toEqual([at])
    expect(onFilter).toHaveBeenCalledExactlyOnceWith({ project: undefined })
  },
)

test('who shows all users again is at the search for people', async () => {
  const { current, focused, onFilter } = await openScreen({ user: 'nobody' })
  const { empty } = propsOf(UsersGrid, current())
  propsOf(Button, empty).onClick?.({} as never)
  expect(focused).toEqual(['people'])
  expect(onFilter).toHaveBeenCalledOnce()
})

test('who removes the filter of the projects of somebody is at the search for projects', async () => {
  const { filters, focused, onFilter } = await openScreen({ access: ['mei@nordbygg.example'] })
  propsOf(Button, filters()).onClick?.({} as never)
  expect(focused).toEqual(['projects'])
  expect(onFilter).toHaveBeenCalledExactlyOnceWith({ access: undefined })
})

test('a full stop opens the recent changes, and the list of the keys says so', async () => {
  const { current, press } = await openScreen({})
  await press('?')
  expect(propsOf(GridShortcuts, current())).toMatchObject({ of: 'matrix', hasRecentChanges: true })
  await press('.')
  expect(propsOf(UsersDialogs, current()).open).toEqual({ at: 'recent' })
})
