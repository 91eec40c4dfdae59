import { jsonApiMediaType } from '@lintel/contract/jsonapi/document'
import { expect, test, vi } from 'vitest'
import { renderHook } from '../../../test/render-hook'
import { createQueryClient } from '../../api/query-client'
import { totalQuery } from '../../api/use-live-total'
import { useProjectStats } from '../projects-list/use-project-stats'
import { toolFigures } from './tool-figures'

test('the figure of the projects list counts what the list opens with: libraries and deleted projects as well', async () => {
  const filters: Record<string, string>[] = []
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname, searchParams } = new URL(address, 'https://lintel.example')
    if (/\/(projects|project-stats)$/.test(pathname))
      filters.push(Object.fromEntries([...searchParams].filter(([name]) => name.startsWith('filter'))))
    const body = { data: [], links: {}, meta: { page: { total: 0 } } }
    return Response.json(body, { headers: { 'content-type': jsonApiMediaType } })
  })
  vi.stubGlobal('location', new URL('https://lintel.example/dashboard'))
  const queries = createQueryClient()
  const counted = toolFigures['/projects-list']?.('north')
  if (counted) await queries.fetchQuery(totalQuery(counted))
  const list = renderHook(queries, () => useProjectStats('north', { search: '', state: undefined }))
  await expect.poll(() => list()?.total).toBe(0)
  expect(filters).toEqual([{ 'filter[customer]': 'north' }, { 'filter[customer]': 'north' }])
})
