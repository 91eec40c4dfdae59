import type { ReactElement, ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { allPropsOf, propsOf, renderForm } from '../../../test/render-form'
import { Loaded } from '../../api/form/loaded'
import { Button } from '../../ui/button'
import { takeLostFocus } from '../../ui/take-lost-focus'
import { RecentActivity } from './recent-activity'

test('activity that could not be read is said as everywhere, and shown as soon as another try reads it', async () => {
  let response = () => Response.json({ errors: [{ status: '500', code: 'internal' }] }, { status: 500 })
  vi.stubGlobal('fetch', async () => response())
  const {
    queries,
    current: rendered,
    change,
  } = await renderForm(() => RecentActivity({ project: 'harbour', members: [] }))
  const loaded = () => propsOf<Parameters<typeof Loaded>[0]>(Loaded, rendered())
  await change(() => expect.poll(() => loaded().error).toBeTruthy())
  expect(loaded()).toMatchObject({ data: undefined, what: 'Recent activity' })
  response = () => Response.json({ events: [] })
  await change(async () => {
    await queries.refetchQueries()
    await expect.poll(() => loaded().data).toEqual([])
  })
})

test('the first event that "Show more" adds takes the focus of the button', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ events: [] }))
  const events = Array.from({ length: 7 }, (_, at) => ({
    ...{ id: `e${at}`, occurredAt: '2026-03-01T10:00:00Z', action: 'projects.update', kind: null, actor: null },
    ...{ before: null, after: null, members: [], membersTotal: 0 },
  }))
  const { current, change } = await renderForm(() => {
    const screen = RecentActivity({ project: 'harbour', members: [] })
    const list = propsOf<Parameters<typeof Loaded>[0]>(Loaded, screen).children(events) as ReactElement<object>
    const useEvents = list.type as (props: object) => ReactNode
    return useEvents(list.props)
  })
  const focusTakers = () =>
    allPropsOf<{ ref?: unknown }>('li' as never, current()).map(({ ref }) => ref === takeLostFocus)
  expect(focusTakers()).toEqual(Array(5).fill(false))
  await change((drawn) => propsOf(Button, drawn).onClick?.({} as never))
  expect(focusTakers()).toEqual([...Array(5).fill(false), true, false])
})
