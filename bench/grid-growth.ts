/// <reference lib="dom" />
import type { AccessMatrix } from '@lintel/contract/people/access-matrix'
import { bareDataOf, showBareGrid } from './bare-grid'
import { type LargeGrid, openUsers } from './large-grid'
import type { BenchRow } from './report'
import { courses, scrollFrames } from './scroll-frames'
import { median } from './statistics'

const rounds = 3

/** Every n-th person is a member of each project: a hundred thousand memberships, a million, and everybody everywhere. */
const sizes = { '1x': 100, '10x': 10, '100x': 1 }

/** The same people and projects with other memberships, whose levels alternate. */
const withMembers = (matrix: AccessMatrix, each: number): AccessMatrix => ({
  ...matrix,
  projects: matrix.projects.map((project, index) => {
    const count = Math.floor((matrix.people.length - (index % each)) / each)
    const level = (at: number) => 'uwuau'.charAt((at + index) % 5)
    const members = Array.from({ length: count }, (_, at) => `${at === 0 ? index % each : each - 1}${level(at)}`)
    return { ...project, members: members.join(''), ends: [] }
  }),
})

/** Cost of a rendered cell in a frame scrolled down, with growing numbers of memberships, compared with recycled elements. */
export async function measureGrowth(large: LargeGrid): Promise<BenchRow[]> {
  const rows: BenchRow[] = []
  for (const [name, each] of Object.entries(sizes)) {
    const matrix = withMembers(large.matrix, each)
    const body = JSON.stringify(matrix)
    const ours = await openUsers(large, body)
    const bare = await openUsers(large, body)
    const cells = await ours.page.locator('[role=grid] [data-column]').count()
    await bare.page.evaluate(showBareGrid, bareDataOf(matrix))
    const costs: Record<'ours' | 'bare', number[]> = { ours: [], bare: [] }
    for (let round = -1; round < rounds; round += 1)
      for (const who of ['ours', 'bare'] as const) {
        const { page, session } = who === 'ours' ? ours : bare
        await page.bringToFront()
        const { all } = await scrollFrames(page, session, courses.vertical)
        if (round >= 0) costs[who].push((all * 1_000) / cells)
      }
    await ours.page.close()
    await bare.page.close()
    const [ourCost, bareCost] = [median(costs.ours), median(costs.bare)]
    process.stdout.write(`${name}: ${cells} cells, ${ourCost.toFixed(2)} µs each, by hand ${bareCost.toFixed(2)}\n`)
    rows.push({
      id: `grid-cell-${name}`,
      operation: `processor time of a drawn cell in a frame scrolled down at ${name} of 100,000 memberships, against elements recycled by hand`,
      unit: 'µs',
      ours: ourCost,
      limit: bareCost,
      ...{ ratio: ourCost / bareCost, target: 1.5, met: ourCost / bareCost <= 1.5 },
    })
  }
  return rows
}
