import type { Page } from '@playwright/test'
import { makeProjectLinks } from '../e2e/make-project-links'
import { showBareLinks } from './bare-links'
import type { BenchRow } from './report'
import { blankFrames, compareScrolling, courses, framesOfCourse, openMeasurement } from './scroll-frames'

/** Cost of a scrolled frame of a long project list, and whether blank areas appear. `open` opens a page with the list. */
export async function measureListScrolling(open: () => Promise<Page>, projects: number): Promise<BenchRow[]> {
  const ours = await openMeasurement(await open())
  const bare = await openMeasurement(await open())
  await bare.page.evaluate(showBareLinks, makeProjectLinks(projects))
  const { ours: cost, bare: limit } = await compareScrolling({ ours, bare }, courses.vertical, 'page')
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
