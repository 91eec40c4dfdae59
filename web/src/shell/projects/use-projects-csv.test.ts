import { omittedProjectsHeader } from '@lintel/contract/exchange/projects-csv'
import type { ReactElement } from 'react'
import { expect, test, vi } from 'vitest'
import { drawHook } from '../../api/draw-hook'
import { createQueryClient } from '../../api/query-client'
import { naturalArrangement } from '../../ui/grid/arrangement'
import { Toasts } from '../../ui/toast'
import { useProjectsCsv } from './use-projects-csv'

/** The toasts that stand there, which are those of the whole process. */
function standing(): { text: string }[] {
  const { children } = Toasts() as unknown as { children: ReactElement<{ toast: { text: string } }>[] }
  return children.map(({ props }) => props.toast)
}

/** The file as it is saved, and what is said of it. */
async function savedWith(headers: Record<string, string>) {
  let before: readonly { text: string }[] | undefined
  vi.stubGlobal('fetch', async () => new Response('name\r\nHarbour\r\n', { headers }))
  const drawn = drawHook(createQueryClient(), () => {
    const toasts = standing()
    before ??= toasts
    const said = toasts.filter((toast) => !before?.includes(toast)).map(({ text }) => text)
    return { csv: useProjectsCsv(), said }
  })
  const click = vi.fn()
  const place = { nodeType: 1, append: () => undefined, remove: () => undefined, click }
  Object.assign(document, { body: place, createElement: () => place })
  await expect.poll(drawn).toBeDefined()
  const columns = [{ id: 'name', title: 'Name' }]
  drawn()?.csv.save({ columns, arrangement: naturalArrangement, customer: 'nord', search: '', state: undefined })
  await expect.poll(() => click.mock.calls.length).toBe(1)
  await expect.poll(() => drawn()?.csv.isPending).toBe(false)
  return () => drawn()?.said
}

test('whoever saves Projects.csv with all projects in it hears nothing of it', async () => {
  const said = await savedWith({ [omittedProjectsHeader]: '0' })
  expect(said()).toEqual([])
})

test('whoever saves Projects.csv hears how many projects it leaves out', async () => {
  const said = await savedWith({ [omittedProjectsHeader]: '2' })
  await expect.poll(said).toEqual(['2 projects ask for another sign-in and are left out'])
})
