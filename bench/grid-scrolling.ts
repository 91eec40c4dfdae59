import { join } from 'node:path'
import { bareDataOf, showBareGrid } from './bare-grid'
import { type LargeGrid, openUsers } from './large-grid'
import type { BenchRow } from './report'
import { blankFrames, courses, type FrameCost, framesOfCourse, recordScroll, scrollFrames } from './scroll-frames'
import { median } from './statistics'

const rounds = 5

/** Where recordings of the scroll are written, for the performance panel of a browser; none without. */
const traces = process.env.LINTEL_TRACES

/** What a scrolled frame costs, and whether anything blank is seen. */
export async function scrolling(given: LargeGrid): Promise<BenchRow[]> {
  const ours = await openUsers(given)
  const bare = await openUsers(given)
  await bare.page.evaluate(showBareGrid, bareDataOf(given.matrix))
  const rows: BenchRow[] = []
  for (const [name, course] of Object.entries(courses)) {
    const costs: Record<'ours' | 'bare', FrameCost[]> = { ours: [], bare: [] }
    for (let round = -1; round < rounds; round += 1) {
      // Each begins as often as the other: what the machine does beside this hits both. The first round warms up.
      for (const who of round % 2 === 0 ? (['ours', 'bare'] as const) : (['bare', 'ours'] as const)) {
        const { page, session } = who === 'ours' ? ours : bare
        await page.bringToFront()
        const cost = await scrollFrames(page, session, course)
        if (round >= 0) costs[who].push(cost)
      }
    }
    const of = (who: 'ours' | 'bare', what: keyof FrameCost) => median(costs[who].map((cost) => cost[what]))
    for (const who of ['ours', 'bare'] as const)
      process.stdout.write(
        `${name} ${who}: ${of(who, 'all').toFixed(2)} ms a frame, script ${of(who, 'script').toFixed(2)}, layout and style ${of(who, 'layout').toFixed(2)}\n`,
      )
    const ratio = of('ours', 'all') / of('bare', 'all')
    rows.push({
      id: `grid-frame-${name}`,
      operation: `processor time of a ${name}ly scrolled frame of the users grid, against elements recycled by hand`,
      unit: 'ms',
      ours: of('ours', 'all'),
      limit: of('bare', 'all'),
      ...{ ratio, target: 1.5, met: ratio <= 1.5 },
    })
    await ours.page.bringToFront()
    const blank = await blankFrames(ours.page, course)
    rows.push({
      id: `grid-blank-${name}`,
      operation: `frames of a ${name} scroll in which a cell was blank, of ${framesOfCourse}`,
      unit: 'frames',
      ours: blank,
      limit: 0,
      ...{ ratio: 1, target: 0, met: blank === 0 },
    })
    if (traces) await recordScroll(given.browser, ours.page, course, join(traces, `scroll-${name}.json`))
  }
  await ours.page.close()
  await bare.page.close()
  return rows
}
