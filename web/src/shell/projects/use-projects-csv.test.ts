import { omittedProjectsHeader } from '@lintel/contract/exchange/projects-csv'
import type { ReactElement } from 'react'
import { expect, test, vi } from 'vitest'
import { createQueryClient } from '../../api/query-client'
import { renderHook } from '../../api/render-hook'
import { defaultArrangement } from '../../ui/grid/arrangement'
import { Toasts } from '../../ui/toast'
import { useProjectsCsv } from './use-projects-csv'

/** The visible toasts, which are shared by the whole process. */
function visibleToasts(): { text: string }[] {
  const { children } = Toasts() as unknown as { children: ReactElement<{ toast: { text: string } }>[] }
  return children.map(({ props }) => props.toast)
}

/** Exports with these response headers; returns a function for the texts of new toasts. */
async function saveWith(headers: Record<string, string>) {
  let before: readonly { text: string }[] | undefined
  vi.stubGlobal('fetch', async () => new Response('name\r\nHarbour\r\n', { headers }))
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
  rendered()?.csv.save({ columns, arrangement: defaultArrangement, customer: 'nord', search: '', state: undefined })
  await expect.poll(() => click.mock.calls.length).toBe(1)
  await expect.poll(() => rendered()?.csv.isPending).toBe(false)
  return () => rendered()?.toastTexts
}

test('whoever saves Projects.csv with all projects in it hears nothing of it', async () => {
  const toastTexts = await saveWith({ [omittedProjectsHeader]: '0' })
  expect(toastTexts()).toEqual([])
})

test('whoever saves Projects.csv hears how many projects it leaves out', async () => {
  const toastTexts = await saveWith({ [omittedProjectsHeader]: '2' })
  await expect.poll(toastTexts).toEqual(['2 projects ask for another sign-in and are left out'])
})
