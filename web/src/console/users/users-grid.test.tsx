import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { customers } from '@lintel/contract/customers/customers'
import { settingVersion, userSettings } from '@lintel/contract/settings/user-settings'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, onTestFinished, test, vi } from 'vitest'
import { allPropsOf, propsOf, renderForm } from '../../../test/render-form'
import { neverResponds, renderHook } from '../../../test/render-hook'
import { createQueryClient } from '../../api/query-client'
import { one } from '../../api/resource'
import { Grid } from '../../ui/grid/grid'
import { createAccessTable } from './access-table'
import { OnlyHiddenFound } from './no-project-found'
import { identityColumns } from './users-grid-cells'

const project = { id: 'harbour', name: 'Harbour', externalId: null, isHibernated: false, isLibrary: false }

/** The end of the access is 23:59:59 of 23 November in Oslo. */
const table = createAccessTable({
  ...{ cursor: '7', organizations: [], administrators: [], imported: [], provisioned: [], guests: [] },
  people: [['mei@nordbygg.example', 'Mei Zhang', -1, '']],
  omittedProjects: 0,
  projects: [{ ...project, members: '0u', ends: [[0, '2026-11-23T22:59:59Z']] }],
})

test('an access that ends at midnight is struck out then, though nothing else changes', async () => {
  // The user settings module adds listeners to the document when it is loaded.
  vi.stubGlobal('document', new EventTarget())
  const { UsersGrid } = await import('./users-grid')
  vi.unstubAllGlobals()
  vi.useFakeTimers({ now: new Date('2026-11-23T22:50:00Z'), toFake: ['Date', 'setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  vi.stubGlobal('fetch', neverResponds)
  const queries = createQueryClient()
  const record = { id: 'nord', providers: [], timeZone: 'Europe/Oslo' }
  queries.setQueryData(one(customers, 'nord').queryKey, { record, included: [] } as never)
  const nothing = { selector: null, filters: null, actions: null, bar: null, notice: null, menu: null, empty: null }
  const does = () => {}
  const grid = renderHook(queries, () =>
    UsersGrid({
      ...{ ...nothing, foot: null, table, origin: table, customer: 'nord', actor: 'kari@nordbygg.example' },
      ...{ matches: Uint32Array.of(0), isProjectVisible: [true], selected: new Set(), isAccessOnly: false },
      ...{ searched: { rows: '', columns: '' }, onSelect: does, onOpen: does, onFilter: does, onChangeOne: does },
      ...{ onFocusSearch: does, onPlan: does, onUndo: does, onRedo: does },
    }),
  )
  Object.assign(document, { visibilityState: 'visible' })
  document.dispatchEvent(new Event('visibilitychange'))
  const cell = () => renderToStaticMarkup(grid() && propsOf(Grid, grid()).cells.render?.(0, identityColumns))
  await expect.poll(cell).toContain('ends 2026-11-23')
  expect(cell()).not.toContain('<s>')
  vi.advanceTimersByTime(10 * 60_000)
  await expect.poll(cell).toContain('Ended on 2026-11-23')
  expect(cell()).toMatch(/<s>.*User.*<\/s>/)
})

/** The grid of a customer with a hibernated project, whose group of columns this person has hidden. */
async function openGrid(query: string, isProjectVisible: boolean[]) {
  vi.stubGlobal('document', new EventTarget())
  const [{ UsersGrid }, { mySettings }] = await Promise.all([
    import('./users-grid'),
    import('../../session/user-setting'),
  ])
  vi.unstubAllGlobals()
  const stored: unknown[] = []
  vi.stubGlobal('fetch', async (address: string, { body }: RequestInit = {}) => {
    if (!address.startsWith(userSettings.path) || body === undefined) return neverResponds(address)
    const { data } = JSON.parse(String(body))
    stored.push(data.attributes.value)
    return Response.json({ data })
  })
  const queries = createQueryClient()
  const record = { id: 'nord', providers: [], timeZone: 'Europe/Oslo' }
  queries.setQueryData(one(customers, 'nord').queryKey, { record, included: [] } as never)
  const value = { columns: [], hiddenGroups: ['hibernated'] }
  const setting = { id: 'users', schemaVersion: settingVersion('users'), value }
  queries.setQueryData(mySettings.queryKey, { records: [setting], included: [] } as never)
  const twoProjects = createAccessTable({
    ...{ cursor: '7', organizations: [], administrators: [], imported: [], provisioned: [], guests: [] },
    people: [['mei@nordbygg.example', 'Mei Zhang', -1, '']],
    omittedProjects: 0,
    projects: [
      { ...project, members: '0u', ends: [] },
      { ...project, id: 'school', name: 'Old school', isHibernated: true, members: '0u', ends: [] },
    ],
  })
  const nothing = { selector: null, filters: null, actions: null, bar: null, notice: null, menu: null, empty: null }
  const does = () => {}
  const onFocusSearch = vi.fn()
  const { current, change } = await renderForm(
    () =>
      UsersGrid({
        ...{ ...nothing, foot: null, table: twoProjects, origin: twoProjects, customer: 'nord' },
        ...{ actor: 'kari@nordbygg.example', matches: Uint32Array.of(0), isProjectVisible, selected: new Set() },
        ...{ isAccessOnly: false, searched: { rows: '', columns: query }, onSelect: does, onOpen: does },
        ...{ onFilter: does, onChangeOne: does, onFocusSearch, onPlan: does, onUndo: does, onRedo: does },
      }),
    queries,
  )
  const foot = () =>
    renderToStaticMarkup(
      <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: {} } })}>
        {propsOf(Grid, current()).foot}
      </I18nProvider>,
    )
  return { foot, change, stored, onFocusSearch, notices: () => allPropsOf(OnlyHiddenFound, current()) }
}

test('a search whose only project is in a hidden group says so, and shows it on request', async () => {
  const { notices, foot, change, stored, onFocusSearch } = await openGrid('old school', [false, true])
  expect(notices()).toMatchObject([{ count: 1 }])
  expect(foot()).toContain('1 project hidden')
  await change(() => notices()[0]?.onShow())
  expect(notices()).toEqual([])
  expect(foot()).not.toContain('hidden')
  expect(onFocusSearch).toHaveBeenCalledOnce()
  await expect.poll(() => stored).toEqual([{ columns: [], hiddenGroups: [] }])
})

test('what is hidden on purpose is only counted while nothing is searched or something else is found', async () => {
  const { notices, foot } = await openGrid('', [true, true])
  expect(notices()).toEqual([])
  expect(foot()).toContain('1 project hidden')
})
