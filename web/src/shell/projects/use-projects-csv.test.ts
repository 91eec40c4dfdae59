import { omittedProjectsHeader } from '@lintel/contract/exchange/projects-csv'
import type { ReactElement } from 'react'
import { expect, test, vi } from 'vitest'
import { renderHook } from '../../../test/render-hook'
import { createQueryClient } from '../../api/query-client'
import { type Arrangement, defaultArrangement } from '../../ui/grid/arrangement'
import { Toasts } from '../../ui/toast'
import { useProjectsCsv } from './use-projects-csv'

/** The visible toasts, which are shared by the whole process. */
function visibleToasts(): { text: string }[] {
  const { children } = Toasts() as unknown as { children: ReactElement<{ toast: { text: string } }>[] }
  return children.map(({ props }) => props.toast)
}

/** Exports with these response headers; returns the requests and a function for the texts of new toasts. */
async function saveWith(headers: Record<string, string>, arrangement: Arrangement = defaultArrangement) {
  let before: readonly { text: string }[] | undefined
  const sent: { sort?: unknown }[] = []
  vi.stubGlobal('fetch', async (_address: string, { body }: RequestInit = {}) => {
    sent.push(JSON.parse(String(body)))
    return new Response('name\r\nHarbour\r\n', { headers })
  })
  const rendered = renderHook(createQueryClient(), () => {
    const toasts = visibleToasts()
    before ??= toasts
    const toastTexts = toasts.filter((toast) => !before?.includes(toast)).map(({ text }) => text)
    return { csv: useProjectsCsv(), toastTexts }
  })
  const click = vi.fn()
  const element = { nodeType: 1, append: () => undefined, remove: () => undefined, click }
  Object.assign(document, { body: element, createElement: () => element })
  await expect.poll(rendered).toBeDefined()
  const columns = [{ id: 'name', title: 'Name' }]
  rendered()?.csv.save({ columns, arrangement, customer: 'nord', search: '', state: undefined })
  await expect.poll(() => click.mock.calls.length).toBe(1)
  await expect.poll(() => rendered()?.csv.isPending).toBe(false)
  return { sent, toastTexts: () => rendered()?.toastTexts }
}

test('whoever saves Projects.csv with all projects in it hears nothing of it', async () => {
  const { toastTexts } = await saveWith({ [omittedProjectsHeader]: '0' })
  expect(toastTexts()).toEqual([])
})

test('whoever saves Projects.csv hears how many projects it leaves out', async () => {
  const { toastTexts } = await saveWith({ [omittedProjectsHeader]: '2' })
  await expect.poll(toastTexts).toEqual(['2 projects ask for another sign-in and are left out'])
})

test('Projects.csv is sorted by every key of the grid that the server can sort by, the first key first', async () => {
  const sort = [
    { id: 'createdAt', ascending: false },
    { id: 'numUsers', ascending: true },
    { id: 'name', ascending: true },
  ]
  const { sent } = await saveWith({ [omittedProjectsHeader]: '0' }, { ...defaultArrangement, sort })
  expect(sent.map((body) => body.sort)).toEqual([
    [
      { by: 'createdAt', isDescending: true },
      { by: 'name', isDescending: false },
    ],
  ])
})
