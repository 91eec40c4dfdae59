import { writeFileSync } from 'node:fs'

/** One row of bench/results.json: what we reach, what the limit measured in the same run allows, and what was asked. */
export type BenchRow = {
  id: string
  operation: string
  unit: string
  ours: number
  limit: number
  ratio: number
  target: number
  met: boolean
}

/** Hands the rows of this benchmark to `npm run bench`; run alone, they are printed. */
export function report(rows: readonly BenchRow[]): void {
  const file = process.env.LINTEL_BENCH_ROWS
  if (file) writeFileSync(file, JSON.stringify(rows))
  else console.table(rows)
}
