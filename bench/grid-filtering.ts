/// <reference lib="dom" />
import { scriptMs } from './browser'
import { type LargeGrid, openUsers } from './large-grid'
import type { BenchRow } from './report'
import { median } from './statistics'

/** Script time of a text search, from the debounce after the last letter to the rendered rows, compared with a plain scan of the same texts. */
export async function measureFiltering(large: LargeGrid): Promise<BenchRow[]> {
  const { page, session } = await openUsers(large)
  const texts = large.matrix.people.map(([email, name]) => `${name} ${email}`.toLowerCase())
  const field = page.getByLabel('Search users')
  const ours: number[] = []
  const limit: number[] = []
  // The first search builds the index; it is skipped because people type more than one letter.
  for (const [at, text] of ['an', 'be an', 'son li', 'lind', 'ma ol', 'o a be'].entries()) {
    const count = await page.locator('[role=grid]').getAttribute('aria-rowcount')
    await field.fill(text)
    const before = await scriptMs(session)
    await page.waitForFunction(
      (known) => document.querySelector('[role=grid]')?.getAttribute('aria-rowcount') !== known,
      count,
      { polling: 50 },
    )
    const after = await scriptMs(session)
    const scanMs = await page.evaluate(
      ([all, words]) => {
        const startedAt = performance.now()
        const found = all.filter((each) => words.every((word) => each.includes(word)))
        return performance.now() - startedAt + (found.length < 0 ? 1 : 0)
      },
      [texts, text.split(' ')] as const,
    )
    if (at === 0) continue
    ours.push(after - before)
    limit.push(scanMs)
  }
  await page.close()
  const [oursMs, bareMs] = [median(ours), Math.max(median(limit), 0.1)]
  return [
    {
      id: 'grid-filter',
      operation: 'script of a search by words over 10,000 users, against a plain scan of their texts',
      unit: 'ms',
      ours: oursMs,
      limit: bareMs,
      ...{ ratio: oursMs / bareMs, target: 16, met: oursMs <= 16 },
    },
  ]
}
