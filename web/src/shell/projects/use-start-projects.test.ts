import { jsonApiMediaType } from '@lintel/contract/jsonapi/document'
import { expect, test, vi } from 'vitest'
import { drawHook } from '../../api/draw-hook'
import { createQueryClient } from '../../api/query-client'
import { savesSettled } from '../../api/saves-settled'
import { useStartProjects } from './use-start-projects'

test('whoever waits for saves does not wait until a project runs', async () => {
  let status = 'Starting'
  vi.stubGlobal('fetch', async (_address: string, { method = 'GET' }: RequestInit) => {
    const attributes = { name: 'Harbour', status }
    const data = { type: 'projects', id: 'harbour', meta: { version: 1 }, attributes }
    return method === 'POST'
      ? new Response(null, { status: 202 })
      : Response.json({ data }, { headers: { 'content-type': jsonApiMediaType } })
  })
  const queries = createQueryClient()
  const starting = drawHook(queries, useStartProjects)
  await expect.poll(starting).toBeDefined()
  const onRunning = vi.fn()
  starting()?.start([{ id: 'harbour', name: 'Harbour' }], onRunning)
  await expect.poll(() => starting()?.isPending).toBe(true)
  await savesSettled(queries)
  expect(starting()?.isPending).toBe(true)
  expect(onRunning).not.toHaveBeenCalled()
  status = 'Running'
  await expect.poll(() => onRunning.mock.calls.length).toBe(1)
})
