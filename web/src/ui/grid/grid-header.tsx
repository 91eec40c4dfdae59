// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its active cell
// biome-ignore-all lint/a11y/useSemanticElements: a table cannot be drawn in parts as they come into sight
import { useLingui } from '@lingui/react/macro'
import { type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { ConsoleIcon } from '../console-icon'
import type { FullName } from './active-cell'
import { type Arrangement, changeColumn, clampColumnWidth, isNarrow, moveColumn, toggleSort } from './arrangement'
import { checkboxColumnId, columnAt, columnIdAt } from './cell-id'
import { indexAt, renderOrder } from './geometry'
import styles from './grid.module.css'
import { defaultColumnWidth, type GridColumn } from './grid-column'
import { GroupHeadings } from './group-headings'
import { checkboxColumn, type GroupRun, type Layout } from './layout'

interface GridHeaderProps {
  gridId: string
  columns: readonly GridColumn[]
  arrangement: Arrangement
  layout: Layout
  /** The rendered unpinned columns: `start` inclusive, `end` exclusive. */
  start: number
  end: number
  isScrollIdle: boolean
  groups: readonly GroupRun[]
  /** Heights in pixels: of the headings, and of the groups above them. */
  height: number
  groupHeight: number
  /** The column of the active cell, whose full name is shown, to the left (`isBefore`) if there is no space to the right. */
  current: FullName | undefined
  /** Position of the active cell in the header row and in the group row; -1 for none. */
  active: number
  activeGroup: number
  /** Whether all rows are selected, some, or none. */
  selected: boolean | 'mixed'
  /** False if the arrangement is refused. */
  onArrange(next: Arrangement): boolean
  onToggleAll(): void
  onMenu(columnIndex: number, anchorRect: DOMRect): void
  onGroupMenu(run: GroupRun, anchorRect: DOMRect): void
}

/** A press that moves further than this, in pixels, is a drag. */
const dragThreshold = 5

/** A drag of a heading. Columns are referred to by id, since others may appear before them during the drag. */
interface Drag {
  columnId: string
  startX: number
  /** Initial width when resizing; undefined when moving. */
  width: number | undefined
  toId: string
  hasMoved: boolean
}

/** The headings: a click sorts, a drag moves, a drag of the edge resizes, and the menu offers all of it. */
export function GridHeader(props: GridHeaderProps) {
  const { gridId, columns, arrangement, layout, groups, height, active, selected, current, onArrange } = props
  const { t } = useLingui()
  const [drag, setDrag] = useState<Drag>()
  const wasDragged = useRef(false)
  const context = { columns, columnIndexes: layout.columnIndexes }
  const idAt = (at: number) => columnIdAt(at, context) ?? checkboxColumnId
  const [draggedAt, droppedAt] = drag ? [columnAt(drag.columnId, context), columnAt(drag.toId, context)] : [-1, -1]

  /** The column position under the pointer; `at`, the dragged column, outside a grid. */
  const positionAt = (event: PointerEvent<HTMLElement>, at: number) => {
    const box = event.currentTarget.closest('[role=grid]')
    if (!box) return at
    const inWindow = event.clientX - box.getBoundingClientRect().left
    return indexAt(layout.offsets, inWindow < layout.pinnedWidth ? inWindow : inWindow + box.scrollLeft)
  }

  function begin(event: PointerEvent<HTMLElement>, at: number, isResizing: boolean) {
    wasDragged.current = false
    if (event.button !== 0 || (event.pointerType === 'touch' && !isResizing)) return
    event.currentTarget.setPointerCapture(event.pointerId)
    const width = isResizing ? (layout.offsets[at + 1] ?? 0) - (layout.offsets[at] ?? 0) : undefined
    const columnId = idAt(at)
    setDrag({ columnId, startX: event.clientX, width, toId: columnId, hasMoved: false })
  }

  function follow(event: PointerEvent<HTMLElement>) {
    if (!drag) return
    const by = event.clientX - drag.startX
    if (!drag.hasMoved && Math.abs(by) < dragThreshold) return
    if (drag.width === undefined) setDrag({ ...drag, hasMoved: true, toId: idAt(positionAt(event, draggedAt)) })
    else {
      const width = clampColumnWidth(drag.width + by)
      const isAccepted = onArrange(changeColumn(columns, arrangement, drag.columnId, { width }))
      // A refused drag ends: the pointer would be told so at each of its moves.
      setDrag(isAccepted ? { ...drag, hasMoved: true } : undefined)
    }
  }

  function finish() {
    if (!drag) return
    setDrag(undefined)
    wasDragged.current = drag.hasMoved
    if (!drag.hasMoved || drag.width !== undefined || droppedAt === draggedAt) return
    const [from, to] = [layout.columnIndexes[draggedAt], layout.columnIndexes[droppedAt]]
    if (from !== undefined && to !== undefined) onArrange(moveColumn(columns, arrangement, from, to))
  }

  const heading = (at: number, key: number) => {
    const columnIndex = layout.columnIndexes[at] ?? 0
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
    if (columnIndex === checkboxColumn)
      return (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the grid takes the keys for its active cell
        <div key={key} role="columnheader" {...common} onClick={props.onToggleAll}>
          <span className={styles.box} data-checked={selected || undefined}>
            <span className="said-only">{selected === true ? t`All rows are selected` : t`Select all rows`}</span>
          </span>
        </div>
      )
    const column = columns[columnIndex]
    if (!column) return null
    const isRotated = isNarrow(column, arrangement)
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
        data-turned={isRotated || undefined}
        data-current={current?.at === at ? (current.isBefore ? 'before' : 'after') : undefined}
        aria-sort={ascending === undefined ? undefined : ascending ? 'ascending' : 'descending'}
        data-target={
          drag?.hasMoved && drag.width === undefined && droppedAt === at
            ? droppedAt < draggedAt
              ? 'before'
              : 'after'
            : undefined
        }
        data-pulled={drag?.hasMoved && draggedAt === at ? true : undefined}
        onPointerDown={(event) => begin(event, at, false)}
        onPointerMove={follow}
        onPointerUp={finish}
        onPointerCancel={() => setDrag(undefined)}
        onClick={(event) => {
          if (event.detail > 1 || wasDragged.current) return
          // Touch has neither Shift nor drag nor a second button: a tap opens the menu, which offers all of it.
          if ((event.nativeEvent as globalThis.PointerEvent).pointerType === 'touch')
            props.onMenu(columnIndex, event.currentTarget.getBoundingClientRect())
          else if (column.isSortable !== false) onArrange(toggleSort(arrangement, column.id, event.shiftKey))
        }}
        onContextMenu={(event) => {
          event.preventDefault()
          props.onMenu(columnIndex, event.currentTarget.getBoundingClientRect())
        }}
      >
        <span className={styles.title}>{column.title}</span>
        {ascending !== undefined && (
          <span className={styles.sorted}>
            <ConsoleIcon name={ascending ? 'up' : 'down'} size={14} />
            {keys.length > 1 && sorted + 1}
          </span>
        )}
        <span
          className={styles.menu}
          aria-hidden
          onPointerDown={(event) => event.stopPropagation()}
          onClick={(event) => {
            event.stopPropagation()
            props.onMenu(columnIndex, event.currentTarget.getBoundingClientRect())
          }}
        >
          <ConsoleIcon name="more" size={14} />
        </span>
        {!isRotated && (
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
  for (const { at, slot } of renderOrder({ start: from, end: upTo }, props.isScrollIdle))
    scrolled.push(heading(at, slot))
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
