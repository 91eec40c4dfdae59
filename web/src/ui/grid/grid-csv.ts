import { byteOrderMark, csvLine } from '@lintel/contract/exchange/csv'
import { type Arrangement, shownOf } from './arrangement'
import type { RecordColumn } from './record-grid'

/**
 * Records as a `;`-separated file (contract §4): the visible columns in their order, named as above the grid. A column's number
 * stays a number; a text that a spreadsheet would compute is kept from it (security I4).
 */
export function gridCsv<R>(
  columns: readonly RecordColumn<R>[],
  arrangement: Arrangement,
  records: readonly R[],
): string {
  const shown = shownOf(columns, arrangement).places.flatMap((place) => columns[place] ?? [])
  const lines = records.map((record) => csvLine(shown.map(({ value, number }) => number?.(record) ?? value(record))))
  return [byteOrderMark, csvLine(shown.map(({ title }) => title)), ...lines].join('')
}
