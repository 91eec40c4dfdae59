import type { Page } from '@playwright/test'
import { manyLinks } from '../e2e/many-links'
import { showBareLinks } from './bare-links'
import type { BenchRow } from './report'
import { blankFrames, courses, framesOfCourse, scrollBeside, watched } from './scroll-frames'

/** What a scrolled frame of a long project list costs, and whether anything blank is seen. `open` gives a page with the list. */
export async function listScrolling(open: () => Promise<Page>, projects: number): Promise<BenchRow[]> {
  const ours = await watched(await open())
  const bare = await watched(await open())
  await bare.page.evaluate(showBareLinks, manyLinks(projects))
  const { ours: cost, bare: limit } = await scrollBeside({ ours, bare }, courses.vertical, 'page')
  await ours.page.bringToFront()
  const blank = await blankFrames(ours.page, courses.vertical, 'page')
  const ratio = cost / limit
  await ours.page.close()
  await bare.page.close()
  return [
    {
      id: 'project-list-frame',
      operation: `processor time of a scrolled frame among ${projects} projects, against rows recycled by hand`,
      unit: 'ms',
      ...{ ours: cost, limit, ratio, target: 1.5, met: ratio <= 1.5 },
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
