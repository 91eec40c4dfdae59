import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { allPropsOf, propsOf, renderForm } from '../../../test/render-form'
import { neverResponds } from '../../../test/render-hook'
import { LoadError } from '../../api/load-error'
import { Button } from '../../ui/button'
import { Grid } from '../../ui/grid/grid'
import { GridShortcuts } from '../../ui/grid/grid-shortcuts'
import type { RecordColumn } from '../../ui/grid/record-grid'
import { RowsError } from '../../ui/grid/rows-error'
import { SearchField } from '../../ui/search-field'
import { ErrorScreen } from '../error-screen'

const add = 'New record'
const showAll = 'Show all records'

const nameColumn = { id: 'name', isRowHeader: true, value: ({ id }) => id } as RecordColumn<{ id: string }>

interface ButtonProps {
  children?: ReactNode
  title?: string
  onClick?(): void
}

interface Changed {
  search?: string
  onAdd: (() => void) | undefined
  isAddFloating?: boolean
  records?: { id: string }[] | undefined
  isPrevious?: boolean
  isPartial?: boolean
  error?: Error
  onSearch?(text: string): void
  onShowAll?(): void
  isMobile?: true
  hasRecentChanges?: true
}

/** A screen without records, changed like this. */
const renderScreen = async (changed: Changed) => (await openScreen(changed)).current()

/** The same, with its keys. */
async function openScreen({ isMobile, ...changed }: Changed) {
  // The user settings module adds listeners to the document when it is loaded.
  vi.stubGlobal('document', new EventTarget())
  const { RecordScreen } = await import('./record-screen')
  vi.unstubAllGlobals()
  vi.stubGlobal('fetch', neverResponds)
  vi.stubGlobal('matchMedia', () => ({ matches: isMobile === true }))
  const page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  const { current, change } = await renderForm(() =>
    RecordScreen<{ id: string }>({
      ...{ title: 'Records', selector: null, search: '', searchLabel: 'Search records', setting: 'organizations' },
      ...{ records: [], error: null, columns: [nameColumn] },
      ...{ none: { title: 'There are no records', action: add }, noneFound: { title: 'None', action: showAll } },
      ...{
        count: (all) => `${all} records`,
        countFound: (all) => `${all} found`,
        onSearch: () => undefined,
        onOpen: () => undefined,
      },
      ...changed,
    }),
  )
  Object.assign(document, { querySelector: () => null, closest: () => null })
  const press = (key: string) =>
    change(() => document.dispatchEvent(Object.assign(new Event('keydown', { cancelable: true }), { key })))
  return { current, press }
}

/** The buttons that add a record or show all of them, on a screen without records. */
async function buttonsOf(changed: Changed) {
  const screen = await renderScreen(changed)
  const buttons: ButtonProps[] = [
    ...allPropsOf(Button as (props: ButtonProps) => ReactNode, screen),
    ...allPropsOf<ButtonProps>('button' as never, screen),
  ]
  const having = (label: string) =>
    buttons.filter(({ children, title }) => title === label || [children].flat().includes(label))
  return { adding: having(add), showing: having(showAll) }
}

const screens = [
  { isAddFloating: false, search: '' },
  { isAddFloating: true, search: '' },
  { isAddFloating: false, search: 'x' },
  { isAddFloating: true, search: 'x' },
]

test.each(screens)(
  'whoever may add a record has a button for it, and another one while there is none: %o',
  async (screen) => {
    const onAdd = vi.fn()
    const { adding, showing } = await buttonsOf({ onAdd, ...screen })
    expect([adding.length, showing.length]).toEqual(screen.search ? [1, 1] : [2, 0])
    for (const { onClick } of adding) onClick?.()
    expect(onAdd).toHaveBeenCalledTimes(adding.length)
  },
)

test.each(screens)(
  'whoever may not add a record has no button for it, not even while there is none: %o',
  async (screen) => {
    const { adding, showing } = await buttonsOf({ onAdd: undefined, ...screen })
    expect([adding.length, showing.length]).toEqual(screen.search ? [0, 1] : [0, 0])
  },
)

test.each([undefined, vi.fn()])(
  'the button that shows all records gives the focus to the search field',
  async (onShowAll) => {
    const onSearch = vi.fn()
    const screen = await renderScreen({ search: 'x', onAdd: undefined, onSearch, ...(onShowAll && { onShowAll }) })
    const focus = vi.fn()
    Object.assign(propsOf(SearchField, screen).ref ?? {}, { current: { focus } })
    propsOf(Button as (props: ButtonProps) => ReactNode, propsOf(Grid, screen).empty).onClick?.()
    if (onShowAll) expect(onShowAll).toHaveBeenCalledOnce()
    else expect(onSearch).toHaveBeenCalledWith('')
    expect(focus).toHaveBeenCalledOnce()
  },
)

/** The texts within these elements. */
const textOf = (elements: unknown) => JSON.stringify(elements, (key, value) => (key === '_owner' ? undefined : value))

test.each([
  { isPrevious: true, state: 'loading', isCounted: false },
  { isPrevious: false, state: 'ready', isCounted: true },
])('an empty list is the result of a search only once that is loaded: %o', async ({ isPrevious, state, isCounted }) => {
  const screen = await renderScreen({ search: 'x', onAdd: undefined, isPrevious })
  const grid = propsOf(Grid, screen)
  expect(grid.state).toBe(state)
  for (const counts of [grid.foot, allPropsOf('p' as never, screen)])
    expect(textOf(counts).includes('0 found')).toBe(isCounted)
  expect(textOf(grid.foot).includes('0 records')).toBe(isCounted)
})

test('records that could not be read further stay, and below them are the failure and another try', async () => {
  const error = new Error('failed')
  const screen = await renderScreen({ onAdd: undefined, records: [{ id: 'r' }], isPartial: true, error })
  expect(propsOf(Grid, screen)).toMatchObject({ state: 'ready', rows: { length: 1 } })
  expect(propsOf(LoadError, screen)).toEqual({ error, what: 'Records' })
})

test('records that could not be read are announced as a failure also on a phone, where there is no grid', async () => {
  const error = new Error('failed')
  const phone = await renderScreen({ onAdd: undefined, error, records: undefined, isMobile: true })
  expect(propsOf(ErrorScreen, propsOf(RowsError, phone).children)).toEqual({ error })
})

test.each([{ hasRecentChanges: true }, {}] as const)(
  'the keys of a screen are listed, with that of the recent changes where it has them: %o',
  async (screen) => {
    const { current, press } = await openScreen({ onAdd: undefined, ...screen })
    await press('?')
    const { of, hasRecentChanges = false } = propsOf(GridShortcuts, current())
    expect({ of, hasRecentChanges }).toEqual({ of: 'records', hasRecentChanges: 'hasRecentChanges' in screen })
  },
)
