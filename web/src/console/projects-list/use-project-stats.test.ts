import { jsonApiMediaType } from '@lintel/contract/jsonapi/document'
import { expect, test, vi } from 'vitest'
import { renderHook } from '../../../test/render-hook'
import { createQueryClient } from '../../api/query-client'
import { useProjectStats } from './use-project-stats'

test('the list opens with all projects of the customer, libraries and deleted ones as well', async () => {
  const filters: Record<string, string>[] = []
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname, searchParams } = new URL(address, 'https://lintel.example')
    if (pathname.endsWith('/project-stats'))
      filters.push(Object.fromEntries([...searchParams].filter(([name]) => name.startsWith('filter'))))
    const body = { data: [], links: {}, meta: { page: { total: 0 } } }
    return Response.json(body, { headers: { 'content-type': jsonApiMediaType } })
  })
  vi.stubGlobal('location', new URL('https://lintel.example/projects-list'))
  const list = renderHook(createQueryClient(), () => useProjectStats('north', { search: '', state: undefined }))
  await expect.poll(() => list()?.total).toBe(0)
  expect(filters).toEqual([{ 'filter[customer]': 'north' }])
})
