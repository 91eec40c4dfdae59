// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its active cell
// biome-ignore-all lint/a11y/useSemanticElements: a table cannot be drawn in parts as they come into sight
import { useLingui } from '@lingui/react/macro'
import { type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { Drawing } from '../drawing'
import { type Arrangement, changeColumn, fittingWidth, isNarrow, moveColumn, toggleSort } from './arrangement'
import { checkboxColumnId, columnAt, columnIdAt } from './cell-id'
import { drawingOrder, indexAt } from './geometry'
import styles from './grid.module.css'
import { defaultColumnWidth, type GridColumn } from './grid-column'
import { GroupHeadings } from './group-headings'
import { checkboxColumn, type GroupRun, type Layout } from './layout'

interface GridHeaderProps {
  gridId: string
  columns: readonly GridColumn[]
  arrangement: Arrangement
  layout: Layout
  /** The columns that scroll and are drawn: from, and up to but not including. */
  start: number
  end: number
  /** Nobody is scrolling. */
  isResting: boolean
  groups: readonly GroupRun[]
  /** Pixels: of the headings, and of the groups above them. */
  height: number
  groupHeight: number
  /** The column where the cursor is: its whole name is shown, to the left of its edge where there is no room to the right. */
  current: { at: number; isBefore: boolean } | undefined
  /** Position of the active header cell, and of the active cell in the row of the groups; -1 for none. */
  active: number
  activeGroup: number
  /** Whether all rows are selected, some, or none. */
  selected: boolean | 'mixed'
  onArrange(next: Arrangement): void
  onToggleAll(): void
  onMenu(place: number, beside: DOMRect): void
  onGroupMenu(run: GroupRun, beside: DOMRect): void
}

/** Further than this, in pixels, a press on a heading is a pull. */
const pullFrom = 5

/** Columns are held by their ids: others may come to stand before them while they are pulled. */
interface Pull {
  columnId: string
  startX: number
  /** Width at the beginning while resizing; undefined while moving. */
  width: number | undefined
  toId: string
  isPulled: boolean
}

/** The headings: a press sorts, a pull moves, a pull on the edge resizes, the menu button does all of it. */
export function GridHeader(props: GridHeaderProps) {
  const { gridId, columns, arrangement, layout, groups, height, active, selected, current, onArrange } = props
  const { t } = useLingui()
  const [pull, setPull] = useState<Pull>()
  const wasPulled = useRef(false)
  const ground = { columns, places: layout.places }
  const idAt = (at: number) => columnIdAt(at, ground) ?? checkboxColumnId
  const [pulledAt, pulledTo] = pull ? [columnAt(pull.columnId, ground), columnAt(pull.toId, ground)] : [-1, -1]

  /** The position under the pointer, from where the pulled heading itself is. */
  const positionAt = (event: PointerEvent<HTMLElement>, at: number) => {
    const box = event.currentTarget.closest('[role=grid]')
    if (!box) return at
    const inWindow = event.clientX - box.getBoundingClientRect().left
    return indexAt(layout.offsets, inWindow < layout.pinnedWidth ? inWindow : inWindow + box.scrollLeft)
  }

  function begin(event: PointerEvent<HTMLElement>, at: number, isResizing: boolean) {
    wasPulled.current = false
    if (event.button !== 0 || (event.pointerType === 'touch' && !isResizing)) return
    event.currentTarget.setPointerCapture(event.pointerId)
    const width = isResizing ? (layout.offsets[at + 1] ?? 0) - (layout.offsets[at] ?? 0) : undefined
    const columnId = idAt(at)
    setPull({ columnId, startX: event.clientX, width, toId: columnId, isPulled: false })
  }

  function follow(event: PointerEvent<HTMLElement>) {
    if (!pull) return
    const by = event.clientX - pull.startX
    if (!pull.isPulled && Math.abs(by) < pullFrom) return
    if (pull.width === undefined) setPull({ ...pull, isPulled: true, toId: idAt(positionAt(event, pulledAt)) })
    else {
      onArrange(changeColumn(columns, arrangement, pull.columnId, { width: fittingWidth(pull.width + by) }))
      setPull({ ...pull, isPulled: true })
    }
  }

  function finish() {
    if (!pull) return
    setPull(undefined)
    wasPulled.current = pull.isPulled
    if (!pull.isPulled || pull.width !== undefined || pulledTo === pulledAt) return
    const [from, to] = [layout.places[pulledAt], layout.places[pulledTo]]
    if (from !== undefined && to !== undefined) onArrange(moveColumn(columns, arrangement, from, to))
  }

  const heading = (at: number, key: number) => {
    const place = layout.places[at] ?? 0
    const left = layout.offsets[at] ?? 0
    const style = { left, width: (layout.offsets[at + 1] ?? 0) - left }
    const common = {
      'aria-colindex': at + 1,
      id: at === active ? `${gridId}-active` : undefined,
      className: styles.heading,
      'data-heading': at,
      'data-active': at === active || undefined,
      style,
    }
    if (place === checkboxColumn)
      return (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the grid takes the keys for its active cell
        <div key={key} role="columnheader" {...common} onClick={props.onToggleAll}>
          <span className={styles.box} data-checked={selected || undefined}>
            <span className="said-only">{selected === true ? t`All rows are selected` : t`Select all rows`}</span>
          </span>
        </div>
      )
    const column = columns[place]
    if (!column) return null
    const isTurned = isNarrow(column, arrangement)
    const keys = arrangement.sort ?? []
    const sorted = keys.findIndex(({ id }) => id === column.id)
    const ascending = keys[sorted]?.ascending
    return (
      // biome-ignore lint/a11y/useKeyWithClickEvents: the grid takes the keys for its active cell
      <div
        key={key}
        role="columnheader"
        {...common}
        title={column.title}
        data-turned={isTurned || undefined}
        data-current={current?.at === at ? (current.isBefore ? 'before' : 'after') : undefined}
        aria-sort={ascending === undefined ? undefined : ascending ? 'ascending' : 'descending'}
        data-target={
          pull?.isPulled && pull.width === undefined && pulledTo === at
            ? pulledTo < pulledAt
              ? 'before'
              : 'after'
            : undefined
        }
        data-pulled={pull?.isPulled && pulledAt === at ? true : undefined}
        onPointerDown={(event) => begin(event, at, false)}
        onPointerMove={follow}
        onPointerUp={finish}
        onPointerCancel={() => setPull(undefined)}
        onClick={(event) => {
          if (event.detail > 1 || wasPulled.current) return
          // A finger has no Shift, no pull and no second button: it gets the menu, which has all of it.
          if ((event.nativeEvent as globalThis.PointerEvent).pointerType === 'touch')
            props.onMenu(place, event.currentTarget.getBoundingClientRect())
          else if (column.isSortable !== false) onArrange(toggleSort(arrangement, column.id, event.shiftKey))
        }}
        onContextMenu={(event) => {
          event.preventDefault()
          props.onMenu(place, event.currentTarget.getBoundingClientRect())
        }}
      >
        <span className={styles.title}>{column.title}</span>
        {ascending !== undefined && (
          <span className={styles.sorted}>
            <Drawing name={ascending ? 'up' : 'down'} size={14} />
            {keys.length > 1 && sorted + 1}
          </span>
        )}
        <span
          className={styles.menu}
          aria-hidden
          onPointerDown={(event) => event.stopPropagation()}
          onClick={(event) => {
            event.stopPropagation()
            props.onMenu(place, event.currentTarget.getBoundingClientRect())
          }}
        >
          <Drawing name="more" size={14} />
        </span>
        {!isTurned && (
          <span
            className={styles.edge}
            aria-hidden
            onPointerDown={(event) => {
              event.stopPropagation()
              begin(event, at, true)
            }}
            onPointerMove={follow}
            onPointerUp={finish}
            onClick={(event) => event.stopPropagation()}
            onDoubleClick={() =>
              onArrange(changeColumn(columns, arrangement, column.id, { width: column.width ?? defaultColumnWidth }))
            }
          />
        )}
      </div>
    )
  }

  const { start: from, end: upTo } = props
  const pinned: ReactNode[] = []
  for (let at = 0; at < layout.pinned; at += 1) pinned.push(heading(at, at))
  const scrolled: ReactNode[] = []
  for (const { at, slot } of drawingOrder({ start: from, end: upTo }, props.isResting)) scrolled.push(heading(at, slot))
  return (
    <div role="rowgroup" className={styles.head} style={{ width: layout.width }}>
      {groups.length > 0 && (
        <GroupHeadings
          {...{ gridId, layout, groups }}
          height={props.groupHeight}
          start={from}
          end={upTo}
          active={props.activeGroup}
          onMenu={props.onGroupMenu}
        />
      )}
      <div role="row" aria-rowindex={groups.length > 0 ? 2 : 1} className={styles.headings} style={{ height }}>
        {layout.pinned > 0 && (
          <div className={styles.pinned} style={{ width: layout.pinnedWidth }}>
            {pinned}
          </div>
        )}
        {scrolled}
      </div>
    </div>
  )
}
