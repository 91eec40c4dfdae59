import { byteOrderMark, csvLine } from '@lintel/contract/exchange/csv'
import {
  type exportProjectsCsv,
  type ProjectCsvColumn,
  projectCsvColumns,
} from '@lintel/contract/exchange/projects-csv'
import type { CallInput } from '@lintel/contract/jsonapi/call'
import { standingOf } from '@lintel/contract/projects/project-standing'
import type { ProjectCsvRow } from './projects-csv.store'

type Asked = CallInput<typeof exportProjectsCsv>['body']
type Cell = string | number | null

/** The file as text: its headings, then a line for each project. */
export async function* projectsCsv(
  { columns, words = {}, timeZone = 'UTC' }: Pick<Asked, 'columns' | 'words' | 'timeZone'>,
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
  if (id === 'state') return (row) => standingOf(row).map(word).join(', ')
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

const dayMs = 86_400_000

/**
 * An instant as spreadsheets of every language read it: `2026-11-22 23:52`. What clocks show is asked once for each day of UTC, at both
 * its ends: but on the days on which they are changed, it holds for all of the day.
 */
function minuteIn(timeZone: string): (instant: string) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  const aheadAt = (moment: number) => Date.parse(`${format.format(moment).replace(' ', 'T')}Z`) - moment
  const aheadOn = new Map<number, number | undefined>()
  const aheadAll = (day: number) => {
    const ahead = aheadAt(day * dayMs)
    return ahead === aheadAt((day + 1) * dayMs) ? ahead : undefined
  }
  return (instant) => {
    const moment = Date.parse(instant)
    const day = Math.floor(moment / dayMs)
    if (!aheadOn.has(day)) aheadOn.set(day, aheadAll(day))
    const ahead = aheadOn.get(day)
    return ahead === undefined
      ? format.format(moment).slice(0, 16)
      : new Date(moment + ahead).toISOString().slice(0, 16).replace('T', ' ')
  }
}
