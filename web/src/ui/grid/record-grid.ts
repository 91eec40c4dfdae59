import type { ReactNode } from 'react'
import { comparerOf } from '../compare-texts'
import { finds, searchable } from '../search-text'
import type { GridCells, GridColumn } from './grid-column'
import { type Compare, directed, sortRows } from './sort-rows'

/** A column over records: what it says of each, and how they are ordered by it. */
export interface RecordColumn<R> extends GridColumn {
  /** What stands in the cell, is copied and is searched. */
  value(record: R): string
  /** What is drawn, where it is more than the value; the same element for cells that look the same. */
  draw?(record: R): ReactNode
  /** The number it stands for; columns of numbers are added up where a grid has totals. */
  number?(record: R): number
  /** How a total is written; default as a whole number of the reader's language. */
  writeTotal?(sum: number): string
  /** Compares by something else than the value; `texts` orders texts as the reader's language does. */
  compare?(one: R, other: R, texts: (one: string, other: string) => number): number
}

/** Records as a grid reads them, by their places in the list. */
export interface RecordGrid {
  cells: GridCells
  /** Places of the records in which each word of what was typed is found, without case and accents. */
  find(query: string): Uint32Array
  /** For each column of numbers their sum over the places, as it is written; undefined for any other column. */
  totals(rows: Uint32Array): (string | undefined)[]
  /** The places in the order of these keys. */
  sort(rows: Uint32Array, keys: readonly { id: string; ascending: boolean }[]): Uint32Array
}

/**
 * What a grid needs of records that their columns say. The record is named by the column that is the row's header. Texts are
 * ordered as `locale` does, numbers in them by their worth.
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
      ...(columns.some(({ draw }) => draw) && {
        draw: (row, column) => {
          const record = records[row]
          return record && columns[column]?.draw?.(record)
        },
      }),
    },
    find(query) {
      const isFound = finds(query)
      const found = (record: R) => isFound(searchable(...columns.map(({ value }) => value(record))))
      return Uint32Array.from([...records.keys()].filter((row) => records[row] && found(records[row])))
    },
    totals: (rows) => {
      const plain = new Intl.NumberFormat(locale)
      return columns.map(({ number, writeTotal = (sum) => plain.format(sum) }) => {
        if (!number) return undefined
        let sum = 0
        for (const row of rows) if (records[row]) sum += number(records[row])
        return writeTotal(sum)
      })
    },
    sort: (rows, keys) =>
      sortRows(rows, keys, (id, ascending): Compare | undefined => {
        const column = columns.find((known) => known.id === id)
        if (!column) return undefined
        const { value, compare = (one, other) => texts(value(one), value(other)) } = column
        return directed((one, other) => {
          const [first, second] = [records[one], records[other]]
          return first && second ? compare(first, second, texts) : 0
        }, ascending)
      }),
  }
}
