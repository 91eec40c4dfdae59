import { expect, test } from 'vitest'
import { drawHook } from './draw-hook'
import { createQueryClient } from './query-client'
import { useMade } from './use-made'

test('a record that was made here stands last until the list is read again', async () => {
  let read = [{ id: 'north' }]
  let readAt = Date.now() - 1_000
  const queries = createQueryClient()
  const given = drawHook(queries, () => useMade(read, readAt))
  const ids = () => given()?.[0].map(({ id }) => id)
  await expect.poll(ids).toEqual(['north'])
  given()?.[1]({ id: 'quay' })
  await expect.poll(ids).toEqual(['north', 'quay'])
  // It was deleted elsewhere before it was read.
  read = [{ id: 'south' }]
  readAt = Date.now() + 1_000
  given()?.[1]({ id: 'west' })
  await expect.poll(ids).toEqual(['south'])
})
