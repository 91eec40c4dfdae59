import { writeFileSync } from 'node:fs'

/** One row of bench/results.json: our value, the limit measured in the same run, and the target. */
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

/** Passes the rows to `npm run bench`; run alone, they are printed. */
export function report(rows: readonly BenchRow[]): void {
  const file = process.env.LINTEL_BENCH_ROWS
  if (file) writeFileSync(file, JSON.stringify(rows))
  else console.table(rows)
}
