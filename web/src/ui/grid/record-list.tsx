import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { RowCheckbox } from '../checkbox'
import { useWindowedRows } from '../use-windowed-rows'
import styles from './record-list.module.css'
import { useNearEnd } from './use-near-end'

/** A record in the list on a phone. */
export interface ListedRow {
  id: string
  /** Accessible name. */
  name: string
  /** Its rendered name, if it is more than the text. */
  title?: ReactNode
  /** At most two lines below the name. */
  details: readonly ReactNode[]
}

interface RecordListProps {
  label: string
  /** Indexes of the records in display order. */
  rows: Uint32Array
  row(index: number): ListedRow
  selected: ReadonlySet<string>
  onSelect(selected: ReadonlySet<string>): void
  onOpen(index: number): void
  /** Shown when there are no rows. */
  empty: ReactNode
  /** Called when the last rows are nearly visible, and again when there are more rows. */
  onNearEnd?: (() => void) | undefined
  foot: ReactNode
}

/** Height of a row in pixels, as in the style sheet. */
const rowHeight = 64

/** A virtual list of records for phones; a tap opens a record, a checkbox selects it. */
export function RecordList({ label, rows, row, selected, onSelect, onOpen, empty, onNearEnd, foot }: RecordListProps) {
  const { t } = useLingui()
  const { start, end, onScroll } = useWindowedRows(rows.length, rowHeight)
  useNearEnd(end, rows.length, onNearEnd)

  function check(id: string) {
    const next = new Set(selected)
    if (!next.delete(id)) next.add(id)
    onSelect(next)
  }

  return (
    <div className={styles.list}>
      {rows.length === 0 ? (
        empty
      ) : (
        <section className={styles.scroll} onScroll={onScroll} aria-label={label}>
          <ul className={styles.rows} style={{ height: rows.length * rowHeight }}>
            {[...rows.subarray(start, Math.max(start, end))].map((index, at) => {
              const { id, name, title = name, details } = row(index)
              return (
                <li
                  key={id}
                  className={styles.row}
                  style={{ top: (start + at) * rowHeight }}
                  aria-setsize={rows.length}
                  aria-posinset={start + at + 1}
                >
                  <RowCheckbox checked={selected.has(id)} onChange={() => check(id)} label={t`Select ${name}`} />
                  <button type="button" className={styles.open} onClick={() => onOpen(index)}>
                    <span className={styles.name}>{title}</span>
                    {details.map((detail, line) => (
                      // biome-ignore lint/suspicious/noArrayIndexKey: lines of one record have no identity but their place
                      <span key={line} className={styles.detail}>
                        {detail}
                      </span>
                    ))}
                  </button>
                </li>
              )
            })}
          </ul>
        </section>
      )}
      <div className={styles.foot}>{foot}</div>
    </div>
  )
}
