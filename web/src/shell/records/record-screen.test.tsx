import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { allPropsOf, renderForm } from '../../../test/render-form'
import { neverResponds } from '../../../test/render-hook'
import { Button } from '../../ui/button'
import type { RecordColumn } from '../../ui/grid/record-grid'

const add = 'New record'
const showAll = 'Show all records'

interface ButtonProps {
  children?: ReactNode
  title?: string
  onClick?(): void
}

/** The buttons that add a record or show all of them, on a screen without records. */
async function buttonsOf(changed: { search?: string; onAdd: (() => void) | undefined; isAddFloating?: boolean }) {
  // The user settings module adds listeners to the document when it is loaded.
  vi.stubGlobal('document', new EventTarget())
  const { RecordScreen } = await import('./record-screen')
  vi.unstubAllGlobals()
  vi.stubGlobal('fetch', neverResponds)
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  const page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  const { current } = await renderForm(() =>
    RecordScreen<{ id: string }>({
      ...{ title: 'Records', selector: null, search: '', searchLabel: 'Search records', setting: 'organizations' },
      ...{ records: [], error: null, columns: [{ id: 'name', isRowHeader: true } as RecordColumn<{ id: string }>] },
      ...{ none: { title: 'There are no records', action: add }, noneFound: { title: 'None', action: showAll } },
      ...{ count: String, countFound: String, onSearch: () => undefined, onOpen: () => undefined },
      ...changed,
    }),
  )
  const buttons: ButtonProps[] = [
    ...allPropsOf(Button as (props: ButtonProps) => ReactNode, current()),
    ...allPropsOf<ButtonProps>('button' as never, current()),
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
