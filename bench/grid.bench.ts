// The users of a large customer: the cost of a scrolled frame of their grid compared with one that recycles its elements by hand, whether it grows
// with the number of memberships, the time until the grid is complete, its memory, and the cost of typing into its filter. LINTEL_TRACES=DIRECTORY
// records the scrolls for a browser's performance panel; LINTEL_PICTURES=1 takes the screenshots of the documentation.

import { measureFiltering } from './grid-filtering'
import { measureGrowth } from './grid-growth'
import { measureLoading } from './grid-loading'
import { measureResponse } from './grid-response'
import { takeGridScreenshots } from './grid-screenshots'
import { measureScrolling } from './grid-scrolling'
import { openLargeGrid } from './large-grid'
import { type BenchRow, report } from './report'

const large = await openLargeGrid()
try {
  const rows: BenchRow[] = []
  for (const measure of [measureScrolling, measureGrowth, measureLoading, measureResponse, measureFiltering])
    rows.push(...(await measure(large)))
  report(rows)
  if (process.env.LINTEL_PICTURES) await takeGridScreenshots(large)
} finally {
  await large.close()
}
