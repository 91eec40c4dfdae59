import { type ReactElement, type ReactNode, useState } from 'react'
import { expect, test } from 'vitest'
import { allPropsOf, propsOf, renderForm } from '../../../test/render-form'
import { Popover } from '../popover'
import { type Arrangement, columnOrder, defaultArrangement } from './arrangement'
import { ColumnChooser } from './column-chooser'
import type { GridColumn } from './grid-column'

const columns = [
  { id: 'name', title: 'Name', isPinned: true },
  { id: 'email', title: 'Email' },
  { id: 'phone', title: 'Phone' },
  { id: 'city', title: 'City' },
] as unknown as GridColumn[]

interface MoveButton {
  'aria-label'?: string
  'aria-disabled'?: boolean
  onClick?(): void
}

/** The open chooser of the columns above. */
async function openChooser() {
  const { current, change } = await renderForm(() => {
    const [arrangement, onArrange] = useState<Arrangement>(defaultArrangement)
    return { chooser: ColumnChooser({ columns, arrangement, onArrange }), arrangement }
  })
  const panel = () => propsOf(Popover, current().chooser).children(() => undefined)
  const button = (label: string) =>
    allPropsOf<MoveButton>('button' as never, panel()).find((props) => props['aria-label'] === label)
  return {
    press: (label: string) => change(() => button(label)?.onClick?.()),
    isDisabled: (label: string) => button(label)?.['aria-disabled'] === true,
    order: () => columnOrder(columns, current().arrangement).map((index) => columns[index]?.id),
    /** The text of the live region. */
    announced() {
      const regions = allPropsOf<{ role?: string; children?: ReactNode }>('div' as never, panel())
      const { children } = regions.find(({ role }) => role === 'status') ?? {}
      return (children as ReactElement<{ children: string }>).props.children
    },
  }
}

test('a column that is moved says its new place', async () => {
  const { press, order, announced } = await openChooser()
  expect(announced()).toBe('')
  await press('Move Email down')
  expect([order(), announced()]).toEqual([['name', 'phone', 'email', 'city'], 'Email moved to place 3 of 4'])
  await press('Move Email down')
  expect([order(), announced()]).toEqual([['name', 'phone', 'city', 'email'], 'Email moved to place 4 of 4'])
})

test('where a column cannot go further, its button says so: at the ends, and between those that are pinned and those that are not', async () => {
  const { press, isDisabled, order } = await openChooser()
  expect(['Move City down', 'Move Email up', 'Move Name up', 'Move Name down'].map(isDisabled)).toEqual([
    true,
    true,
    true,
    true,
  ])
  expect(['Move City up', 'Move Email down'].map(isDisabled)).toEqual([false, false])
  await press('Move City down')
  expect(order()).toEqual(['name', 'email', 'phone', 'city'])
})
