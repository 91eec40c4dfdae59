import type { ComponentProps, ReactElement } from 'react'
import { expect, test, vi } from 'vitest'
import { allPropsOf, renderForm } from '../../../test/render-form'
import { createQueryClient } from '../../api/query-client'
import { Button } from '../../ui/button'
import { topicExportsQuery } from './topic-export-calls'
import { TopicExports } from './topic-exports'

type Heading = ReactElement<{ ref: { current: unknown } }>
type List = ReactElement<{ children: ReactElement<object, (props: object) => ReactElement>[] }>

const fields = { format: 'csv', createdAt: '2026-03-01T10:00:00Z', topics: 4, projects: 1, total: 4 }
const [running, done] = ['writing', 'done'].map((state) => ({
  ...{ id: state, state, omittedProjects: 0, unavailableProjects: 0 },
  ...fields,
}))

test('buttons of exports name their export, and whoever removes one is at the next, after the last one at the heading', async () => {
  const removed: string[] = []
  vi.stubGlobal('fetch', async (address: string, { method }: RequestInit = {}) => {
    if (method !== 'DELETE') return new Response(null, { status: 404 })
    removed.push(address)
    return new Response(null, { status: 204 })
  })
  const queries = createQueryClient()
  queries.setQueryData(topicExportsQuery('north').queryKey, [running, done] as never)
  const heading = { focus: vi.fn() }
  const next = { focus: vi.fn() }
  const { current, change, saved } = await renderForm(() => {
    const list = TopicExports({ customer: 'north' }) as ReactElement<{ children: [Heading, unknown, List] }>
    const [{ props }, , rows] = list.props.children
    props.ref.current = heading
    return rows.props.children.map((row) => row.type(row.props))
  }, queries)
  const buttons = () => allPropsOf<ComponentProps<typeof Button>>(Button, current())
  const name = /CSV, Mar 1, 2026, \d+:00\s[AP]M$/
  expect(buttons().map((button) => button['aria-label']?.replace(name, '…'))).toEqual([
    'Cancel export: …',
    'Download …',
    'Remove: …',
  ])
  const press = (at: number, nextElementSibling: object | null) =>
    change(() => buttons()[at]?.onClick?.({ currentTarget: { closest: () => ({ nextElementSibling }) } } as never))
  await press(0, { querySelector: () => next })
  expect([next.focus.mock.calls.length, heading.focus.mock.calls.length]).toEqual([1, 0])
  await press(2, null)
  expect([next.focus.mock.calls.length, heading.focus.mock.calls.length]).toEqual([1, 1])
  await saved()
  expect(removed).toEqual([expect.stringMatching(/writing$/), expect.stringMatching(/done$/)])
})
