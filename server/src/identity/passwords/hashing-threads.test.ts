import { getPriority } from 'node:os'
import { expect, test } from 'vitest'
import { letOthersGoFirst } from './hashing-threads'

test.runIf(process.platform === 'linux')('threads that hash give way to the one that answers', async () => {
  const before = getPriority()
  const reached = await letOthersGoFirst()
  expect(reached.length).toBeGreaterThan(0)
  for (const thread of reached) expect(getPriority(thread)).toBe(Math.min(19, before + 5))
  expect(getPriority()).toBe(before)
})
