import type { ComponentProps, ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { renderForm } from '../../../test/render-form'
import { Tree } from './tree'

const many = [
  {
    id: 'all',
    label: 'All',
    children: Array.from({ length: 20_000 }, (_, at) => ({ id: `n${at}`, label: `Node ${at}` })),
  },
]
const rendered = (open: readonly string[]) =>
  renderToStaticMarkup(<Tree label="Contents" nodes={many} open={new Set(open)} onOpen={() => undefined} />)

test('a tree says what it is: its name, its current row, and of each row the level, place and whether it is open', () => {
  const closed = rendered([])
  const current = /aria-activedescendant="([^"]+)"/.exec(closed)?.[1]
  expect(closed).toMatch(/^<div class="[^"]*" role="tree" aria-label="Contents"/)
  expect(closed).toContain(`id="${current}" role="treeitem"`)
  expect(closed).toMatch(/aria-level="1" aria-posinset="1" aria-setsize="1" aria-expanded="false"/)
  expect(rendered(['all'])).toMatch(/aria-level="2" aria-posinset="2" aria-setsize="20000"(?! aria-expanded)/)
})

test('of twenty thousand rows those in sight are drawn', () => {
  expect(rendered(['all']).match(/role="treeitem"/g)?.length).toBeLessThan(60)
})

test('a tree without nodes names no row', () => {
  const empty = renderToStaticMarkup(<Tree label="Contents" nodes={[]} open={new Set()} onOpen={() => undefined} />)
  expect(empty).not.toContain('aria-activedescendant')
})

test('Tab leads to the current row: keys act on it from then on, also when it is the first', async () => {
  const activated: string[][] = []
  const [open, chosen] = [new Set<string>(), new Set<string>()]
  const onActivate = (ids: ReadonlySet<string>) => activated.push([...ids])
  const { change } = await renderForm(
    () =>
      Tree({
        ...{ label: 'Contents', nodes: many, open, onOpen: () => undefined },
        selection: { chosen, onChoose: () => undefined, onActivate },
      }) as ReactElement<ComponentProps<'div'>>,
  )
  const pressEnter = () =>
    change(({ props }) => props.onKeyDown?.({ key: 'Enter', preventDefault: () => undefined } as never))
  await pressEnter()
  await change(({ props }) => props.onKeyUp?.({ key: 'Tab' } as never))
  await pressEnter()
  expect(activated).toEqual([[], ['all']])
})

test('a shortcut of the page begins no type-ahead; within one it is typed', async () => {
  const nodes = ['Doors', '1 Ground', '1.2 Stairs'].map((label) => ({ id: label, label }))
  const open = new Set<string>()
  const { current, change } = await renderForm(
    () => Tree({ label: 'Contents', nodes, open, onOpen: () => undefined }) as ReactElement<ComponentProps<'div'>>,
  )
  let timeStamp = 10_000
  async function press(key: string) {
    timeStamp += 100
    const event = Object.assign(new Event('keydown', { cancelable: true }), { key })
    Object.defineProperty(event, 'timeStamp', { value: timeStamp })
    await change(({ props }) => props.onKeyDown?.(event as never))
    return event.defaultPrevented
  }
  const row = () => current().props['aria-activedescendant']
  const [doors, isTaken] = [row(), await press('.')]
  expect([isTaken, row()]).toEqual([false, doors])
  expect([await press('1'), await press('.')]).toEqual([true, true])
  expect(row()).toMatch(/1\.2 Stairs$/)
})
