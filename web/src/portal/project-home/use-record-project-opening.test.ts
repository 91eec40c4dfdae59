import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { renderForm } from '../../../test/render-form'
import { createQueryClient } from '../../api/query-client'
import { myProjectLinks } from '../../shell/my-project-links'
import { useRecordProjectOpening } from './use-record-project-opening'

test('each project that is opened on the screen is noted as opened, and once', async () => {
  const requests: string[] = []
  vi.stubGlobal('fetch', async (address: string, { method }: RequestInit) => {
    requests.push(`${method} ${address}`)
    return new Response(undefined, { status: 204 })
  })
  const { current: rendered, change } = await renderForm(() => {
    const [project, open] = useState('harbour')
    const [, rerender] = useState(0)
    useRecordProjectOpening(project)
    return { open, rerender }
  })
  await expect.poll(() => requests).toEqual(['POST /mgw/api/v2/projects/harbour/opened'])
  await change(() => rendered().rerender(1))
  await change(() => rendered().open('quay'))
  await expect
    .poll(() => requests)
    .toEqual(['POST /mgw/api/v2/projects/harbour/opened', 'POST /mgw/api/v2/projects/quay/opened'])
})

test('a project that was opened stands first in the list at once, before that is read again', async () => {
  vi.stubGlobal('fetch', async () => new Response(undefined, { status: 204 }))
  const queries = createQueryClient()
  const records = [
    { id: 'harbour', lastOpenedAt: null },
    { id: 'quay', lastOpenedAt: null },
  ]
  queries.setQueryData(myProjectLinks.queryKey, { records, included: [] } as never)
  await renderForm(() => useRecordProjectOpening('quay'), queries)
  const listed = () => queries.getQueryState(myProjectLinks.queryKey)
  await expect.poll(() => listed()?.isInvalidated).toBe(true)
  const [harbour, quay] = listed()?.data?.records ?? []
  expect(harbour?.lastOpenedAt).toBeNull()
  expect(Date.now() - Date.parse(quay?.lastOpenedAt ?? '')).toBeLessThan(10_000)
})
