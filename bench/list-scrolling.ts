import type { CDPSession, Page } from '@playwright/test'
import { manyLinks } from '../e2e/many-links'
import { showBareLinks } from './bare-links'
import type { BenchRow } from './report'
import { blankFrames, courses, type FrameCost, framesOfCourse, scrollFrames } from './scroll-frames'
import { median } from './statistics'

const rounds = 5

/** What a scrolled frame of a long project list costs, and whether anything blank is seen. `open` gives a page with the list. */
export async function listScrolling(open: () => Promise<Page>, projects: number): Promise<BenchRow[]> {
  const ours = await watched(await open())
  const bare = await watched(await open())
  await bare.page.evaluate(showBareLinks, manyLinks(projects))
  const costs: Record<'ours' | 'bare', FrameCost[]> = { ours: [], bare: [] }
  for (let round = -1; round < rounds; round += 1) {
    // Each begins as often as the other: what the machine does beside this hits both. The first round warms up.
    for (const who of round % 2 === 0 ? (['ours', 'bare'] as const) : (['bare', 'ours'] as const)) {
      const { page, session } = who === 'ours' ? ours : bare
      await page.bringToFront()
      const cost = await scrollFrames(page, session, courses.vertical, 'page')
      if (round >= 0) costs[who].push(cost)
    }
  }
  await ours.page.bringToFront()
  const blank = await blankFrames(ours.page, courses.vertical, 'page')
  const of = (who: 'ours' | 'bare', what: keyof FrameCost) => median(costs[who].map((cost) => cost[what]))
  for (const who of ['ours', 'bare'] as const)
    process.stdout.write(
      `${who}: ${of(who, 'all').toFixed(2)} ms a frame, script ${of(who, 'script').toFixed(2)}, layout and style ${of(who, 'layout').toFixed(2)}\n`,
    )
  const ratio = of('ours', 'all') / of('bare', 'all')
  await ours.page.close()
  await bare.page.close()
  return [
    {
      id: 'project-list-frame',
      operation: `processor time of a scrolled frame among ${projects} projects, against rows recycled by hand`,
      unit: 'ms',
      ours: of('ours', 'all'),
      limit: of('bare', 'all'),
      ...{ ratio, target: 1.5, met: ratio <= 1.5 },
    },
    {
      id: 'project-list-blank',
      operation: `frames of a scroll through ${projects} projects in which a row was blank, of ${framesOfCourse}`,
      unit: 'frames',
      ours: blank,
      limit: 0,
      ...{ ratio: 1, target: 0, met: blank === 0 },
    },
  ]
}

async function watched(page: Page): Promise<{ page: Page; session: CDPSession }> {
  const session = await page.context().newCDPSession(page)
  // Time of the thread's own work: what else the machine does is not counted.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  return { page, session }
}
