import { byteOrderMark, csvLine } from '@lintel/contract/exchange/csv'
import {
  type exportProjectsCsv,
  type ProjectCsvColumn,
  projectCsvColumns,
} from '@lintel/contract/exchange/projects-csv'
import type { CallInput } from '@lintel/contract/jsonapi/call'
import { projectConditionsOf } from '@lintel/contract/projects/project-condition'
import { dayMs } from '../../platform/clock'
import type { ProjectCsvRow } from './projects-csv.store'

type ExportRequest = CallInput<typeof exportProjectsCsv>['body']
type Cell = string | number | null

/** Streams the CSV text: a heading line, then a line per project. */
export async function* projectsCsv(
  { columns, words = {}, timeZone = 'UTC' }: Pick<ExportRequest, 'columns' | 'words' | 'timeZone'>,
  pages: AsyncIterable<readonly ProjectCsvRow[]>,
): AsyncGenerator<string, void> {
  const word = (text: string) => (Object.hasOwn(words, text) ? (words[text] ?? text) : text)
  const minute = minuteIn(timeZone)
  const cells = columns.map(({ id }) => cellOf(id, word, minute))
  yield byteOrderMark + csvLine(columns.map(({ id, heading }) => heading ?? id))
  for await (const rows of pages) yield rows.map((row) => csvLine(cells.map((cell) => cell(row)))).join('')
}

const fixed: ReadonlySet<string> = new Set(projectCsvColumns)
const isColumn = (id: string): id is ProjectCsvColumn => fixed.has(id)

function cellOf(
  id: string,
  word: (text: string) => string,
  minute: (instant: string) => string,
): (row: ProjectCsvRow) => Cell {
  if (id === 'state') return (row) => projectConditionsOf(row).map(word).join(', ')
  if (id === 'providers') return ({ methods }) => methods.map(word).join(', ')
  if (id === 'createdAt' || id === 'deletedAt') {
    return (row) => (typeof row[id] === 'string' ? minute(row[id]) : null)
  }
  const yes = word('yes')
  if (!isColumn(id)) return ({ features }) => (features.includes(id) ? yes : '')
  if (id === 'error') return ({ error }) => (typeof error === 'string' ? word(error) : null)
  return (row) => {
    const value = row[id]
    return typeof value === 'boolean' ? (value ? yes : '') : (value ?? null)
  }
}

/**
 * Formats an instant as `2026-11-22 23:52`, which spreadsheets of every language parse. The UTC offset is computed at
 * both ends of each UTC day and cached when equal; days with a clock change are formatted individually.
 */
function minuteIn(timeZone: string): (instant: string) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  const offsetAt = (timestamp: number) => Date.parse(`${format.format(timestamp).replace(' ', 'T')}Z`) - timestamp
  const offsetByDay = new Map<number, number | undefined>()
  const constantOffset = (day: number) => {
    const offset = offsetAt(day * dayMs)
    return offset === offsetAt((day + 1) * dayMs) ? offset : undefined
  }
  return (instant) => {
    const timestamp = Date.parse(instant)
    const day = Math.floor(timestamp / dayMs)
    if (!offsetByDay.has(day)) offsetByDay.set(day, constantOffset(day))
    const offset = offsetByDay.get(day)
    return offset === undefined
      ? format.format(timestamp).slice(0, 16)
      : new Date(timestamp + offset).toISOString().slice(0, 16).replace('T', ' ')
  }
}
