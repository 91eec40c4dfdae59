// The users of a large customer: what a scrolled frame of their grid costs beside one that recycles its elements by hand,
// whether that grows with the memberships there are, how soon it stands there complete, what it holds in memory, and what
// typing into its filter costs. With LINTEL_TRACES=DIRECTORY the scrolls are recorded there as well, to be looked at in the
// performance panel of a browser; with LINTEL_PICTURES=1 the pictures of the documentation are taken.
import { measureResponse } from './grid-response'
import { measureLoading } from './grid-loading'
import { measureFiltering } from './grid-filtering'
import { measureGrowth } from './grid-growth'
import { takeGridScreenshots } from './grid-screenshots'
import { measureScrolling } from './grid-scrolling'
import { openLargeGrid } from './large-grid'
import { type BenchRow, report } from './report'

const large = await openLargeGrid()
try {
  const rows: BenchRow[] = []
  for (const measure of [measureScrolling, measureGrowth, measureLoading, measureResponse, measureFiltering]) rows.push(...(await measure(large)))
  report(rows)
  if (process.env.LINTEL_PICTURES) await takeGridScreenshots(large)
} finally {
  await large.close()
}
