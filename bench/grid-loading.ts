/// <reference lib="dom" />
import type { LargeGrid } from './large-grid'
import type { BenchRow } from './report'
import { median } from './statistics'

const rounds = 5
const megabyte = 1_000_000
/** Timeout for a complete page on a busy machine. */
const timeoutMs = 180_000

export interface PageLoad {
  seconds: number
  /** Transferred megabytes of all requests, nothing cached. */
  megabytes: number
  /** Script objects and buffers after the page is complete. */
  heapMegabytes: number
}

/** Opens a page with nothing cached and waits for the selector that marks it as complete. */
export async function loadPage(
  { context, product }: Pick<LargeGrid, 'context' | 'product'>,
  path: string,
  readySelector: string,
): Promise<PageLoad> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  let bytes = 0
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })
  await page.addInitScript((selector) => {
    const check = () => {
      if (document.querySelector(selector)) requestAnimationFrame(() => performance.mark('complete'))
      else requestAnimationFrame(check)
    }
    check()
  }, readySelector)
  await page.goto(`${product.origin}${path}`)
  await page.waitForFunction(() => performance.getEntriesByName('complete').length > 0, undefined, {
    timeout: timeoutMs,
  })
  const milliseconds = await page.evaluate(() => performance.getEntriesByName('complete')[0]?.startTime ?? 0)
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  await session.send('HeapProfiler.collectGarbage')
  const heap = (await session.send('Runtime.getHeapUsage')) as { usedSize: number; backingStorageSize?: number }
  await page.close()
  return {
    seconds: milliseconds / 1_000,
    megabytes: bytes / megabyte,
    heapMegabytes: (heap.usedSize + (heap.backingStorageSize ?? 0)) / megabyte,
  }
}

/** Time until the grid is complete, bytes transferred and memory held. */
export async function measureLoading(large: LargeGrid): Promise<BenchRow[]> {
  const grid: PageLoad[] = []
  const page: PageLoad[] = []
  for (let round = 0; round < rounds; round += 1) {
    grid.push(await loadPage(large, '/users', '[role=grid] [data-role]'))
    page.push(await loadPage(large, '/user-profile', '#content form'))
  }
  const of = (loads: PageLoad[], key: keyof PageLoad) => median(loads.map((load) => load[key]))
  const row = (id: string, operation: string, unit: string, ours: number, limit: number, target: number): BenchRow => ({
    ...{ id, operation, unit, ours, limit, target },
    ratio: ours / limit,
    met: ours <= target,
  })
  const heapMegabytes = of(grid, 'heapMegabytes') - of(page, 'heapMegabytes')
  return [
    row(
      'grid-complete',
      'navigation to the complete users grid, nothing cached, against another screen',
      's',
      of(grid, 'seconds'),
      of(page, 'seconds'),
      2,
    ),
    row(
      'grid-bytes',
      'sent for the users grid, code and data, against another screen',
      'MB',
      of(grid, 'megabytes'),
      of(page, 'megabytes'),
      1.5,
    ),
    row(
      'grid-memory',
      'held by the users grid above another screen, against it',
      'MB',
      heapMegabytes,
      of(page, 'heapMegabytes'),
      30,
    ),
  ]
}
