import { expect, test } from 'vitest'
import { renderHook } from '../../test/render-hook'
import { createQueryClient } from './query-client'
import { useCreated } from './use-created'

test('a record that was made here stands last until the list is read again', async () => {
  let read = [{ id: 'north' }]
  let readAt = Date.now() - 1_000
  const queries = createQueryClient()
  const given = renderHook(queries, () => useCreated(read, readAt))
  const ids = () => given()?.[0].map(({ id }) => id)
  await expect.poll(ids).toEqual(['north'])
  given()?.[1]({ id: 'quay' })
  await expect.poll(ids).toEqual(['north', 'quay'])
  // Deleted by somebody else before the refetch.
  read = [{ id: 'south' }]
  readAt = Date.now() + 1_000
  given()?.[1]({ id: 'west' })
  await expect.poll(ids).toEqual(['south'])
})
