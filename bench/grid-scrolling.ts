import { join } from 'node:path'
import { bareDataOf, showBareGrid } from './bare-grid'
import { type LargeGrid, openUsers } from './large-grid'
import type { BenchRow } from './report'
import { blankFrames, compareScrolling, courses, framesOfCourse, recordScroll } from './scroll-frames'

/** Directory for recordings of the scroll for a browser's performance panel; without it nothing is recorded. */
const traces = process.env.LINTEL_TRACES

/** Cost of a scrolled frame, and whether blank areas appear. */
export async function measureScrolling(large: LargeGrid): Promise<BenchRow[]> {
  const ours = await openUsers(large)
  const bare = await openUsers(large)
  await bare.page.evaluate(showBareGrid, bareDataOf(large.matrix))
  const rows: BenchRow[] = []
  for (const [name, course] of Object.entries(courses)) {
    process.stdout.write(`${name}\n`)
    const { ours: cost, bare: limit } = await compareScrolling({ ours, bare }, course)
    const ratio = cost / limit
    rows.push({
      id: `grid-frame-${name}`,
      operation: `processor time of a ${name}ly scrolled frame of the users grid, against elements recycled by hand`,
      unit: 'ms',
      ...{ ours: cost, limit, ratio, target: 1.5, met: ratio <= 1.5 },
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
    if (traces) await recordScroll(large.browser, ours.page, course, join(traces, `scroll-${name}.json`))
  }
  await ours.page.close()
  await bare.page.close()
  return rows
}
