// The users of a customer of 50,000 people, 5,000 projects and 2,000,000 memberships compared with those of one of 10,000 x 1,000 x 200,000 in the
// same run: time until the grid is complete, its memory, its longest task while scrolling, and the server's memory after the response.
import type { LargeCustomer } from '../server/demo/teams'
import { loadPage, type PageLoad } from './grid-loading'
import { type LargeGrid, openLargeGrid, openUsers } from './large-grid'
import { residentMegabytes } from './product-sandbox'
import { type BenchRow, report } from './report'
import { courses, slowestTask } from './scroll-frames'
import { median } from './statistics'

const rounds = 3

const largest = { users: 50_000, projects: 5_000, memberships: 2_000_000, seed: 1 }

interface Measured {
  seconds: number
  megabytes: number
  /** Heap of the page, in megabytes. */
  held: number
  frame: number
  server: number
}

async function measureGrid(large: LargeGrid): Promise<Measured> {
  const loads: PageLoad[] = []
  for (let round = 0; round < rounds; round += 1) loads.push(await loadPage(large, '/users', '[role=grid] [data-row]'))
  const server = residentMegabytes(large.product.pid)
  const { page } = await openUsers(large)
  const frames: number[] = []
  for (let round = -1; round < rounds; round += 1)
    for (const course of [courses.vertical, courses.diagonal]) {
      const slowest = await slowestTask(large.browser, page, course)
      if (round >= 0) frames.push(slowest)
    }
  await page.close()
  const of = (key: 'seconds' | 'megabytes' | 'heapMegabytes') => median(loads.map((load) => load[key]))
  return {
    seconds: of('seconds'),
    megabytes: of('megabytes'),
    held: of('heapMegabytes'),
    frame: median(frames),
    server,
  }
}

async function measureSize(size?: LargeCustomer): Promise<Measured> {
  const large = await openLargeGrid(size)
  try {
    return await measureGrid(large)
  } finally {
    await large.close()
  }
}

const small = await measureSize()
const large = await measureSize(largest)
const row = (key: keyof Measured, operation: string, unit: string, target: number): BenchRow => ({
  id: `grid-size-${key}`,
  operation: `${operation} at 50,000 x 5,000 x 2,000,000, against 10,000 x 1,000 x 200,000`,
  ...{ unit, target, ours: large[key], limit: small[key] },
  ratio: large[key] / small[key],
  met: large[key] <= target,
})
report([
  row('seconds', 'navigation to the complete users grid, nothing cached', 's', 3),
  row('megabytes', 'sent for the users grid, code and data', 'MB', 4),
  row('held', 'held by the page with the users grid', 'MB', 120),
  row('frame', 'longest task of the page while 240 frames are scrolled', 'ms', 100),
  row('server', 'held by the server after it has answered three times', 'MB', 250),
])
