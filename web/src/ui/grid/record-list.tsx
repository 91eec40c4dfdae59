import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { RowCheckbox } from '../checkbox'
import { useWindowedRows } from '../use-windowed-rows'
import styles from './record-list.module.css'
import { useNearEnd } from './use-near-end'

/** A record as a list on a phone shows it. */
export interface ListedRow {
  id: string
  /** Names it to those who hear it. */
  name: string
  /** Its name as it is drawn, where that is more than the text. */
  title?: ReactNode
  /** At most two lines below the name. */
  details: readonly ReactNode[]
}

interface RecordListProps {
  label: string
  /** Places of the records in the order in which they stand. */
  rows: Uint32Array
  row(place: number): ListedRow
  selected: ReadonlySet<string>
  onSelect(selected: ReadonlySet<string>): void
  onOpen(place: number): void
  /** Stands where there is no row. */
  empty: ReactNode
  /** The last rows are nearly in sight: called again when there are more rows. */
  onNearEnd?: (() => void) | undefined
  foot: ReactNode
}

/** Pixels, as in the style sheet. */
const rowHeight = 64

/** On a phone: records one below the other, however many; a tap opens one, a checkbox takes it. */
export function RecordList({ label, rows, row, selected, onSelect, onOpen, empty, onNearEnd, foot }: RecordListProps) {
  const { t } = useLingui()
  const { start, end, follow } = useWindowedRows(rows.length, rowHeight)
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
        <section className={styles.scroll} onScroll={follow} aria-label={label}>
          <ul className={styles.rows} style={{ height: rows.length * rowHeight }}>
            {[...rows.subarray(start, Math.max(start, end))].map((place, at) => {
              const { id, name, title = name, details } = row(place)
              return (
                <li
                  key={id}
                  className={styles.row}
                  style={{ top: (start + at) * rowHeight }}
                  aria-setsize={rows.length}
                  aria-posinset={start + at + 1}
                >
                  <RowCheckbox checked={selected.has(id)} onChange={() => check(id)} label={t`Select ${name}`} />
                  <button type="button" className={styles.open} onClick={() => onOpen(place)}>
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
