import { Readable } from 'node:stream'
import { byteOrderMark, csvLine } from '@lintel/contract/exchange/csv'
import {
  type TopicExportColumn,
  type TopicExportFormat,
  topicExportColumns,
} from '@lintel/contract/exchange/topic-exports'
import { type Cell, type Row, writeXlsx } from '../spreadsheet/xlsx'
import type { ExportedTopicRow } from './exported-topics.store'

type Parts = AsyncIterable<readonly ExportedTopicRow[]>

/** Media type of each format. */
export const topicMediaTypes: Record<TopicExportFormat, string> = {
  json: 'application/json; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** Streams the topics as a file, with backpressure. */
export function topicFile(
  format: TopicExportFormat,
  parts: Parts,
  headings: readonly string[] = topicExportColumns,
): Readable {
  if (format === 'json') return Readable.from(jsonOf(parts), { objectMode: false })
  if (format === 'csv') return Readable.from(csvOf(parts, headings), { objectMode: false })
  return writeXlsx([{ name: 'Topics', headings, frozenColumns: 2, rows: sheetRows(parts) }])
}

async function* jsonOf(parts: Parts): AsyncGenerator<string, void> {
  let before = '{"data":['
  for await (const rows of parts) {
    for (const { minutes: _, ...topic } of rows) {
      yield before + JSON.stringify(topic)
      before = ','
    }
  }
  yield before === ',' ? ']}' : `${before}]}`
}

async function* csvOf(parts: Parts, headings: readonly string[]): AsyncGenerator<string, void> {
  yield byteOrderMark + csvLine(headings)
  for await (const rows of parts) {
    yield rows.map((row) => csvLine(topicExportColumns.map((column) => tableCell(row, column)))).join('')
  }
}

async function* sheetRows(parts: Parts): AsyncGenerator<Row, void> {
  for await (const rows of parts) {
    for (const row of rows) {
      yield topicExportColumns.flatMap((column, at) => {
        const cell = sheetCell(row, column)
        return cell === null || cell === '' ? [] : [[at, cell] as const]
      })
    }
  }
}

/** The CSV and XLSX tables have the same values; XLSX has typed days and times. */
function tableCell(row: ExportedTopicRow, column: TopicExportColumn): string | number | null {
  if (column === 'labels') return row.labels.join(', ')
  if (column === 'stateSince' || column === 'createdAt' || column === 'updatedAt') return row.minutes[column]
  return row[column]
}

function sheetCell(row: ExportedTopicRow, column: TopicExportColumn): Cell | null {
  const cell = tableCell(row, column)
  if (typeof cell !== 'string') return cell
  if (column === 'dueDate') return { day: cell }
  if (column === 'stateSince' || column === 'createdAt' || column === 'updatedAt') {
    return { minute: `${cell.replace(' ', 'T')}:00Z` }
  }
  return cell
}
