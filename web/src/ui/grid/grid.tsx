import { useLingui } from '@lingui/react/macro'
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { type Arrangement, changeColumn, fittingWidth, moveColumn, toggleSort } from './arrangement'
import { type CellChange, fillOver, parseTsv, pasteInto, toTsv } from './clipboard'
import { ColumnMenu } from './column-menu'
import { scrollToShow } from './geometry'
import styles from './grid.module.css'
import type { GridCells, GridColumn } from './grid-column'
import { GridHeader } from './grid-header'
import { GridRow } from './grid-row'
import { GridState } from './grid-state'
import { checkboxColumn, drawnOf, groupRuns, layoutOf } from './layout'
import { cellsIn, headerRow, moveBy, type Place, type Range, rangeOf, selectionAt, within } from './selection'
import { useGridPointer } from './use-grid-pointer'
import { useViewport } from './use-viewport'

/** A cell that is being edited, and where it stands in the window. */
export interface Editing {
  /** The record, and the natural place of the column. */
  row: number
  column: number
  beside: DOMRect
  /** The letter that began it, if it began by typing. */
  typed: string | undefined
  onDone(): void
}

/** A cell that a paste or fill wants to change: a record, the natural place of a column, and what is to stand there. */
export type Wanted = CellChange

export interface GridProps {
  /** Names the grid for those who hear it. */
  label: string
  columns: readonly GridColumn[]
  cells: GridCells
  /** Records in the order in which they stand. */
  rows: Uint32Array
  arrangement: Arrangement
  onArrange(next: Arrangement): void
  /** Leaves columns out for the moment: those that a search does not find. */
  isWanted?: (place: number) => boolean
  state?: 'ready' | 'loading' | { error: ReactNode }
  /** What to say when there is no row, and what to do about it. */
  empty: ReactNode
  /** Selected records, by id; without it there are no checkboxes. */
  selected?: ReadonlySet<string>
  onSelect?(ids: ReadonlySet<string>): void
  /** The selected cells: records' positions and natural places of columns. */
  onRange?(range: { rows: readonly number[]; columns: readonly number[] }): void
  editor?(editing: Editing): ReactNode
  /** Enter on a cell without an editor. */
  onOpen?(record: number): void
  onPaste?(changes: readonly Wanted[]): void
  onFill?(changes: readonly Wanted[]): void
  /** Ctrl-Z. */
  onUndo?(): void
  /** Pixels (admin-console chapter 9: rows 40; headings 34 on users). */
  rowHeight?: number
  headerHeight?: number
  /** Always in sight below: how many rows there are. */
  foot: ReactNode
}

/** More cells than this are not copied at once: no spreadsheet takes them from the clipboard. */
const mostCopied = 1_000_000
/** A range that is reported cell by cell is no larger than this. */
const mostReported = 5_000
const widthStep = 10

/**
 * The grid of every screen (WAI-ARIA grid pattern). It has one tab stop and names its active cell; only what is in sight
 * is drawn, in slots that are used again (decision 070). Arrows, Home, End, Page, with Ctrl to the edge, move; Shift
 * extends; Ctrl-A takes all; Space takes rows; Enter or F2 edits; Ctrl-C, Ctrl-V, Ctrl-D and Ctrl-R copy, paste and fill.
 * In the header Enter sorts (Shift adds), Alt-arrows move, with Shift they resize, Alt-Down opens the menu.
 */
export function Grid(props: GridProps) {
  const { columns, cells, rows, arrangement, rowHeight = 40, headerHeight = 34, selected, state = 'ready' } = props
  const { t } = useLingui()
  const gridId = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const lastChecked = useRef(0)
  const [windowWidth, setWindowWidth] = useState(1_280)
  const [chosen, setChosen] = useState(selectionAt({ row: 0, column: 0 }))
  const [editing, setEditing] = useState<Omit<Editing, 'onDone'>>()
  const [menu, setMenu] = useState<{ place: number; beside: DOMRect }>()
  const [said, setSaid] = useState('')

  const layout = layoutOf(columns, arrangement, {
    hasCheckboxes: selected !== undefined,
    windowWidth,
    isWanted: props.isWanted,
  })
  const groups = groupRuns(columns, layout)
  const headerRows = groups.length > 0 ? 2 : 1
  const headHeight = headerRows * headerHeight
  const { viewport, follow, settle } = useViewport(scroller, headHeight, (view) =>
    drawnOf(layout, rows.length, rowHeight, view),
  )
  if (viewport.width !== windowWidth) setWindowWidth(viewport.width)
  const drawn = drawnOf(layout, rows.length, rowHeight, viewport)
  const page = Math.max(1, Math.floor(viewport.height / rowHeight) - 1)
  const bounds = { rows: rows.length, columns: layout.places.length, page }
  const selection = within(chosen, bounds)
  const range = rangeOf(selection)
  const { active } = selection
  const isInGrid = active.row >= 0 && rows.length > 0
  const slots = Math.max(8, Math.ceil((drawn.rows.end - drawn.rows.start) / 8) * 8)

  const columnAt = (position: number) => columns[layout.places[position] ?? checkboxColumn]
  const recordAt = (position: number) => rows[position] ?? 0
  const textAt = (row: number, column: number) => {
    const place = layout.places[column] ?? checkboxColumn
    return place === checkboxColumn ? '' : cells.text(recordAt(row), place)
  }

  function select(next: typeof chosen) {
    setChosen(next)
    show(next.active)
    const taken = rangeOf(next)
    const count = cellsIn(taken)
    if (count > 1) setSaid(t`${taken.bottom - taken.top + 1} rows and ${taken.right - taken.left + 1} columns selected`)
    if (!props.onRange) return
    const isReported = next.active.row >= 0 && count <= mostReported
    props.onRange(isReported ? reported(taken) : { rows: [], columns: [] })
  }

  const reported = ({ top, left, bottom, right }: Range) => ({
    rows: [...rows.subarray(top, bottom + 1)],
    columns: [...layout.places.subarray(left, right + 1)].filter((place) => place !== checkboxColumn),
  })

  /** Scrolls as little as can be for the cell to be seen beside the header and the pinned columns. */
  function show({ row, column }: Place) {
    const box = scroller.current
    if (!box) return
    if (row >= 0) {
      const cell = { from: row * rowHeight, to: (row + 1) * rowHeight }
      box.scrollTop = scrollToShow(cell, box.scrollTop, box.clientHeight - headHeight)
    }
    if (column < layout.pinned) return
    const { offsets, pinnedWidth } = layout
    const cell = { from: (offsets[column] ?? 0) - pinnedWidth, to: (offsets[column + 1] ?? 0) - pinnedWidth }
    box.scrollLeft = scrollToShow(cell, box.scrollLeft, box.clientWidth - pinnedWidth)
  }

  function edit(place: Place, typed?: string) {
    const column = layout.places[place.column] ?? checkboxColumn
    const record = recordAt(place.row)
    if (column === checkboxColumn || place.row < 0 || rows.length === 0) return
    const lock = cells.lock?.(record, column)
    if (lock !== undefined) return setSaid(lock)
    if (!props.editor || !cells.isEditable?.(record, column)) {
      if (typed === undefined) props.onOpen?.(record)
      return
    }
    const cell = scroller.current?.querySelector(`[data-row="${place.row}"] [data-column="${place.column}"]`)
    if (cell) setEditing({ row: record, column, beside: cell.getBoundingClientRect(), typed })
  }

  function finishEditing() {
    setEditing(undefined)
    scroller.current?.focus({ preventScroll: true })
  }

  function check(row: number, isRange: boolean) {
    if (!selected || !props.onSelect) return
    const next = new Set(selected)
    const from = isRange ? Math.min(lastChecked.current, row) : row
    const to = isRange ? Math.max(lastChecked.current, row) : row
    const isTaken = next.has(cells.rowId(recordAt(row)))
    for (let at = from; at <= to; at += 1) {
      const id = cells.rowId(recordAt(at))
      if (isTaken) next.delete(id)
      else next.add(id)
    }
    lastChecked.current = row
    props.onSelect(next)
    setSaid(t`${next.size} rows selected`)
  }

  let shownSelected = 0
  if (selected && selected.size > 0)
    for (const record of rows) if (selected.has(cells.rowId(record))) shownSelected += 1
  const allSelected = shownSelected === 0 ? false : shownSelected === rows.length ? true : 'mixed'

  function checkAll() {
    const next = new Set(selected)
    for (const record of rows) {
      if (allSelected === true) next.delete(cells.rowId(record))
      else next.add(cells.rowId(record))
    }
    props.onSelect?.(next)
    setSaid(t`${next.size} rows selected`)
  }

  function arrange(next: Arrangement, words: string) {
    props.onArrange(next)
    setSaid(words)
  }

  function openMenu(place: number, beside: DOMRect) {
    if (place !== checkboxColumn) setMenu({ place, beside })
  }

  /** Keys of the header: gives whether it took the key. */
  function onHeaderKey(event: KeyboardEvent): boolean {
    const place = layout.places[active.column] ?? checkboxColumn
    const column = columns[place]
    if (event.key === 'Enter' || event.key === ' ') {
      if (!column) checkAll()
      else if (column.isSortable !== false)
        arrange(toggleSort(arrangement, column.id, event.shiftKey), t`Sorted by ${column.title}`)
      return true
    }
    if (!column) return false
    const isMenu =
      event.key === 'ContextMenu' ||
      (event.shiftKey && event.key === 'F10') ||
      (event.altKey && event.key === 'ArrowDown')
    const heading = scroller.current?.querySelector(`[data-heading="${active.column}"]`)
    if (isMenu && heading) {
      openMenu(place, heading.getBoundingClientRect())
      return true
    }
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (!event.altKey || by === undefined) return false
    const left = layout.offsets[active.column] ?? 0
    const width = (layout.offsets[active.column + 1] ?? 0) - left + by * widthStep
    const to = columnAt(active.column + by)
    if (event.shiftKey)
      arrange(changeColumn(columns, arrangement, column.id, { width: fittingWidth(width) }), t`Width ${width}`)
    else if (to) {
      arrange(moveColumn(columns, arrangement, place, columns.indexOf(to)), t`${column.title} moved`)
      setChosen(selectionAt({ row: headerRow, column: active.column + by }))
    }
    return true
  }

  function onKeyDown(event: KeyboardEvent) {
    if (active.row === headerRow && onHeaderKey(event)) return event.preventDefault()
    const moved = moveBy(event, selection, bounds)
    if (moved) {
      event.preventDefault()
      // Taking everything leaves the window where it is.
      const isAll = event.key.toLowerCase() === 'a'
      return isAll ? setChosen(moved) : select(moved)
    }
    const far = event.ctrlKey || event.metaKey
    if (event.key === ' ' && selected && isInGrid) {
      event.preventDefault()
      if (!event.shiftKey) return check(active.row, false)
      lastChecked.current = range.top
      return check(range.bottom, true)
    }
    if (event.key === 'Enter' || event.key === 'F2') {
      event.preventDefault()
      return edit(active)
    }
    if (event.key === 'Escape') return select(selectionAt(active))
    if (far && (event.key === 'd' || event.key === 'r') && props.onFill && isInGrid) {
      event.preventDefault()
      return props.onFill(wanted(fillOver(range, event.key === 'd' ? 'down' : 'right', textAt)))
    }
    if (far && event.key === 'z' && props.onUndo) {
      event.preventDefault()
      return props.onUndo()
    }
    if (event.key === 'Delete' && isInGrid) {
      event.preventDefault()
      return edit(active, '')
    }
    if (event.key.length === 1 && !far && !event.altKey && isInGrid) edit(active, event.key)
  }

  const wanted = (changes: readonly CellChange[]): Wanted[] =>
    changes.flatMap(({ row, column, text }) => {
      const place = layout.places[column] ?? checkboxColumn
      return place === checkboxColumn ? [] : [{ row: recordAt(row), column: place, text }]
    })

  function onCopy(event: ClipboardEvent) {
    if (!isInGrid) return
    event.preventDefault()
    const count = cellsIn(range)
    if (count > mostCopied) return setSaid(t`These are too many cells to copy. Select fewer.`)
    event.clipboardData.setData('text/plain', toTsv(range, textAt))
    setSaid(count === 1 ? t`Cell copied` : t`${count} cells copied`)
  }

  function onPaste(event: ClipboardEvent) {
    if (!isInGrid || !props.onPaste) return
    event.preventDefault()
    const block = parseTsv(event.clipboardData.getData('text/plain'))
    props.onPaste(wanted(pasteInto(range, block, bounds)))
  }

  const pointer = useGridPointer({
    scroller,
    selection,
    onSelect: select,
    onEdit: edit,
    onCheck: check,
    isCheckbox: (column) => layout.places[column] === checkboxColumn,
  })

  // Fewer rows than a moment ago (a search): the browser has scrolled up, and says so only later.
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again when the size changes, not with each drawing
  useLayoutEffect(settle, [rows.length, layout.width])

  const drawnRows: ReactNode[] = []
  for (let position = drawn.rows.start; position < drawn.rows.end; position += 1) {
    const record = recordAt(position)
    const isInRange = position >= range.top && position <= range.bottom && cellsIn(range) > 1 && isInGrid
    drawnRows.push(
      <GridRow
        key={position % slots}
        gridId={gridId}
        position={position}
        record={record}
        height={rowHeight}
        ariaIndex={position + headerRows + 1}
        columns={columns}
        cells={cells}
        layout={layout}
        drawn={drawn.columns}
        active={position === active.row ? active.column : -1}
        from={isInRange ? range.left : -1}
        to={isInRange ? range.right : -2}
        isSelected={selected ? selected.has(cells.rowId(record)) : undefined}
      />,
    )
  }

  const isActiveDrawn = active.row < 0 || (active.row >= drawn.rows.start && active.row < drawn.rows.end)
  return (
    <div className={styles.frame}>
      {/* biome-ignore lint/a11y/useSemanticElements: rows and cells are drawn as they come into sight, which a table cannot */}
      <div
        ref={scroller}
        role="grid"
        tabIndex={0}
        className={styles.grid}
        aria-label={props.label}
        aria-rowcount={rows.length + headerRows}
        aria-colcount={layout.places.length}
        aria-multiselectable
        aria-busy={state === 'loading' || undefined}
        aria-activedescendant={isActiveDrawn ? `${gridId}-active` : undefined}
        onScroll={follow}
        onKeyDown={onKeyDown}
        onCopy={onCopy}
        onPaste={onPaste}
      >
        <GridHeader
          gridId={gridId}
          columns={columns}
          arrangement={arrangement}
          layout={layout}
          drawn={drawn.columns}
          groups={groups}
          height={headerHeight}
          active={active.row === headerRow ? active.column : -1}
          selected={allSelected}
          onArrange={props.onArrange}
          onToggleAll={checkAll}
          onMenu={openMenu}
        />
        <div
          role={rows.length > 0 ? 'rowgroup' : undefined}
          className={styles.body}
          style={{ width: layout.width, height: rows.length * rowHeight }}
          {...pointer}
        >
          {drawnRows}
        </div>
      </div>
      <GridState state={state} isEmpty={rows.length === 0} empty={props.empty} headHeight={headHeight} />
      <div className={styles.foot}>{props.foot}</div>
      {editing && props.editor?.({ ...editing, onDone: finishEditing })}
      {menu && (
        <ColumnMenu
          columns={columns}
          place={menu.place}
          beside={menu.beside}
          arrangement={arrangement}
          onArrange={arrange}
          onClose={() => {
            setMenu(undefined)
            scroller.current?.focus({ preventScroll: true })
          }}
        />
      )}
      <div className="said-only" role="status">
        {said}
      </div>
    </div>
  )
}
