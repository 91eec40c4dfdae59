import type { ReactNode } from 'react'
import { comparerOf } from '../compare-texts'
import { searchableText, textMatcher } from '../search-text'
import type { GridCells, GridColumn } from './grid-column'
import { type Compare, sortRows, withDirection } from './sort-rows'

/** A column over records: its value for each record, and how they are sorted by it. */
export interface RecordColumn<R> extends GridColumn {
  /** Text of the cell, also for copying and searching. */
  value(record: R): string
  /** Rendered content, if it is more than the value; the same element for cells that look the same. */
  render?(record: R): ReactNode
  /** Its numeric value; such columns are summed up where a grid has totals. */
  number?(record: R): number
  /** Formats a total; by default as a number in the reader's language. */
  formatTotal?(sum: number): string
  /** Compares by something else than the value; `texts` compares in the order of the reader's language. */
  compare?(one: R, other: R, texts: (one: string, other: string) => number): number
}

/** Records as a grid reads them; rows are indexes of the list. */
export interface RecordGrid {
  cells: GridCells
  /** Rows of the records that contain each word of the query, ignoring case and accents. */
  find(query: string): Uint32Array
  /** By column, the formatted sum over the rows; undefined for columns without numbers. */
  totals(rows: Uint32Array): (string | undefined)[]
  /** The rows sorted by these keys. */
  sort(rows: Uint32Array, keys: readonly { id: string; ascending: boolean }[]): Uint32Array
}

/**
 * Adapts records to a grid by their columns. The row header column names the record. Texts are sorted by `locale`,
 * numbers in them by value.
 */
export function recordGrid<R extends { id: string }>(
  records: readonly R[],
  columns: readonly RecordColumn<R>[],
  locale: string,
): RecordGrid {
  const texts = comparerOf(locale)
  const textOf = (row: number, column: RecordColumn<R> | undefined) => {
    const record = records[row]
    return record && column ? column.value(record) : ''
  }
  const header = columns.find(({ isRowHeader }) => isRowHeader)
  return {
    cells: {
      rowId: (row) => records[row]?.id ?? '',
      rowTitle: (row) => textOf(row, header),
      text: (row, column) => textOf(row, columns[column]),
      ...(columns.some(({ render }) => render) && {
        render: (row, column) => {
          const record = records[row]
          return record && columns[column]?.render?.(record)
        },
      }),
    },
    find(query) {
      const matches = textMatcher(query)
      const found = (record: R) => matches(searchableText(...columns.map(({ value }) => value(record))))
      return Uint32Array.from([...records.keys()].filter((row) => records[row] && found(records[row])))
    },
    totals: (rows) => {
      const plain = new Intl.NumberFormat(locale)
      return columns.map(({ number, formatTotal = (sum) => plain.format(sum) }) => {
        if (!number) return undefined
        let sum = 0
        for (const row of rows) if (records[row]) sum += number(records[row])
        return formatTotal(sum)
      })
    },
    sort: (rows, keys) =>
      sortRows(rows, keys, (id, ascending): Compare | undefined => {
        const column = columns.find((known) => known.id === id)
        if (!column) return undefined
        const { value, compare = (one, other) => texts(value(one), value(other)) } = column
        return withDirection((one, other) => {
          const [first, second] = [records[one], records[other]]
          return first && second ? compare(first, second, texts) : 0
        }, ascending)
      }),
  }
}
