// biome-ignore-all lint/a11y/useSemanticElements: rows and cells are drawn as they come into sight, which a table cannot
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type Arrangement, isNarrow } from './arrangement'
import { cellAt, columnIdAt } from './cell-id'
import { renderOrder } from './geometry'
import styles from './grid.module.css'
import { GridHeader } from './grid-header'
import { GridMenus } from './grid-menus'
import type { GridProps } from './grid-props'
import { GridRow } from './grid-row'
import { GridState } from './grid-state'
import { GridTotals } from './grid-totals'
import { handleGroupKey } from './group-keys'
import { checkboxColumn, type GroupRun, groupRuns, layoutOf, renderedRange } from './layout'
import {
  type CellPosition,
  groupRow,
  headerRow,
  isIn,
  partIn,
  type Range,
  type Selection,
  selectionAt,
} from './selection'
import { scatteredColumns } from './selection-by-id'
import { useAnnouncement } from './use-announcement'
import { useCellClipboard } from './use-cell-clipboard'
import { useCellEditing } from './use-cell-editing'
import { useCellSelection } from './use-cell-selection'
import { useGridKeys } from './use-grid-keys'
import { useGridPointer } from './use-grid-pointer'
import { useHeaderKeys } from './use-header-keys'
import { useNearEnd } from './use-near-end'
import { useOpenMenu } from './use-open-menu'
import { useRowChecks } from './use-row-checks'
import { useViewport } from './use-viewport'

/** Height of rotated headings, in pixels. */
const rotatedHeight = 148
/** Maximum width of a column's full name, in pixels, as in the style sheet. */
const maxNameWidth = 360

/**
 * The grid of all screens (WAI-ARIA grid pattern). It has one tab stop and names its active cell; only visible cells
 * are rendered, in reused slots (decision 070). Arrows, Home, End and Page move, with Ctrl to the edge; Shift extends;
 * Ctrl-A selects all, Ctrl-Space a column, Space rows; Enter or F2 edits; Ctrl-C, Ctrl-V, Ctrl-D and Ctrl-R copy, paste
 * and fill. For the keys of the header see `useHeaderKeys`.
 */
export function Grid(props: GridProps) {
  const { columns, cells, rows, arrangement, rowHeight = 40, headerHeight = 34, selected, state = 'ready' } = props
  const totals = state === 'ready' && rows.length > 0 ? props.totals : undefined
  const gridId = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const [windowWidth, setWindowWidth] = useState(1_280)
  const { announce, region } = useAnnouncement()

  const layout = layoutOf(columns, arrangement, {
    hasCheckboxes: selected !== undefined,
    windowWidth,
    isIncluded: props.isIncluded,
  })
  const groups = groupRuns(columns, layout)
  const headerRows = groups.length > 0 ? 2 : 1
  const headingsHeight = columns.some((column) => isNarrow(column, arrangement)) ? rotatedHeight : headerHeight
  const headHeight = headingsHeight + (groups.length > 0 ? headerHeight : 0)
  /** Height of the sticky header and totals. */
  const stickyHeight = headHeight + (totals ? rowHeight : 0)
  const { viewport, isScrollIdle, onScroll, scrollTo, clampTo } = useViewport(scroller, stickyHeight, (view) =>
    renderedRange(layout, rows.length, rowHeight, view),
  )
  if (viewport.width !== windowWidth) setWindowWidth(viewport.width)
  clampTo({ width: layout.width, height: rows.length * rowHeight })
  const rendered = renderedRange(layout, rows.length, rowHeight, viewport)
  const page = Math.max(1, Math.floor(viewport.height / rowHeight) - 1)
  const bounds = { rows: rows.length, headings: headerRows, columns: layout.columnIndexes.length, page }

  const context = { rows, cells, columns, columnIndexes: layout.columnIndexes }
  const shared = { scroller, context, layout, rows, bounds, announce }
  const cellSelection = useCellSelection({ ...props, ...shared, rowHeight, stickyHeight })
  const { selection, select } = cellSelection
  const active = selection?.active
  const range = selection?.range
  const { edit, editorElement: editor } = useCellEditing({ ...props, ...shared, reveal })
  const { menu, openMenu, closeMenu } = useOpenMenu({ ...shared, groups })
  const checks = useRowChecks({ ...props, announce })
  const clipboard = useCellClipboard({ ...props, layout, bounds, selection, announce })
  const { canFill, fill, fills } = clipboard
  const isCheckbox = (column: number) => layout.columnIndexes[column] === checkboxColumn
  const onHeaderKey = useHeaderKeys({
    ...{ columns, arrangement, layout, active, arrange },
    checkAll: checks.checkAll,
    onMenu: openMenuAt,
  })
  const { onEditRange } = props
  const several = cellSelection.cells && cellSelection.cells.count > 1 ? cellSelection.cells : undefined
  const onKeyDown = useGridKeys({
    ...{ ...props, ...cellSelection, bounds, edit, fill, canFill, onHeaderKey },
    check: (position, isRange) => checkRow(position, isRange),
    checkAllOf: (positions) => {
      cellSelection.collapse()
      checks.checkAllOf(positions)
    },
    editRange: onEditRange && several ? (typed) => onEditRange(several, typed) : undefined,
    onGroupKey: (event) =>
      active !== undefined && handleGroupKey(event, { groups, active, select, onMenu: openGroupMenu }),
    hasChecks: selected !== undefined,
    onMenu: openCellMenu,
  })
  const { filling, handlers } = useGridPointer({
    ...{ scroller, context, selection },
    onSelect: selectByPointer,
    onEdit: edit,
    onOpen: (position) => {
      const record = rows[position.row]
      if (record !== undefined) props.onOpen?.(record)
    },
    onCheck: (position, isRange) => {
      checkRow(position.row, isRange)
      select(selectionAt(position))
    },
    onFill: fill,
    onMenu: (cell, anchorRect) => openMenu({ of: 'cell', cell, anchorRect }),
    isCheckbox,
  })

  /** Scrolls to a cell, and renders it if it was not in sight: an editor and a menu open at it. */
  function reveal({ row, column }: CellPosition) {
    cellSelection.show({ row, column })
    const element = scroller.current?.querySelector(`[data-row="${row}"] [data-column="${column}"]`)
    if (!element) flushSync(() => scrollTo({}))
  }

  /** Either cells or rows are selected: a press on a cell unchecks the rows. */
  function selectByPointer(next: Selection) {
    if (selected?.size) props.onSelect?.(new Set())
    select(next)
  }

  function checkRow(position: number, isRange: boolean) {
    cellSelection.collapse()
    checks.check(position, isRange)
  }

  // Scrolls back to the first match when the query changes.
  const { rows: searchedRows, columns: searchedColumns } = props.searched ?? {}
  // biome-ignore lint/correctness/useExhaustiveDependencies: when something else is searched for
  useLayoutEffect(() => scrollTo({ top: 0 }), [searchedRows])
  // biome-ignore lint/correctness/useExhaustiveDependencies: when something else is searched for
  useLayoutEffect(() => scrollTo({ left: 0 }), [searchedColumns])

  useNearEnd(rendered.rows.end, rows.length, props.onNearEnd)

  const isPinnedAt = (column = 0) => column < layout.pinned

  function arrange(next: Arrangement, text: string) {
    props.onArrange(next)
    announce(text)
  }

  function openColumnMenu(columnIndex: number, anchorRect: DOMRect) {
    const columnId = columns[columnIndex]?.id
    if (columnId !== undefined) openMenu({ of: 'column', columnId, anchorRect })
  }

  function openMenuAt(position: number) {
    const heading = scroller.current?.querySelector(`[data-heading="${position}"]`)
    if (heading) openColumnMenu(layout.columnIndexes[position] ?? checkboxColumn, heading.getBoundingClientRect())
  }

  function openGroupMenuAt(run: GroupRun, anchorRect: DOMRect) {
    const columnId = columnIdAt(run.start, context)
    if (columnId !== undefined) openMenu({ of: 'group', columnId, anchorRect })
  }

  function openGroupMenu(run: GroupRun) {
    const heading = scroller.current?.querySelector(`[data-group="${run.start}"] > :first-child`)
    if (heading) openGroupMenuAt(run, heading.getBoundingClientRect())
  }

  function openCellMenu() {
    if (!active || isCheckbox(active.column)) return
    reveal(active)
    const element = scroller.current?.querySelector(`[data-row="${active.row}"] [data-column="${active.column}"]`)
    const cell = cellAt(active, context)
    if (element && cell) openMenu({ of: 'cell', cell, anchorRect: element.getBoundingClientRect() })
  }

  const isSeveral = selection !== undefined && selection.rows.length * selection.columns.length > 1
  const selectedRange = isSeveral ? range : undefined
  const scattered = isSeveral ? scatteredColumns(selection, layout.columnIndexes.length) : undefined
  const scatteredRows = scattered && selection ? new Set(selection.rows) : undefined
  const rowElements: ReactNode[] = []
  for (const { at: position, slot } of renderOrder(rendered.rows, isScrollIdle)) {
    const record = rows[position] ?? 0
    const [from, to] = partIn(selectedRange, position)
    const [fillFrom, fillTo] = partIn(filling, position)
    rowElements.push(
      <GridRow
        key={slot}
        gridId={gridId}
        position={position}
        record={record}
        height={rowHeight}
        ariaIndex={position + headerRows + 1}
        columns={columns}
        cells={cells}
        layout={layout}
        start={rendered.columns.start}
        end={rendered.columns.end}
        isScrollIdle={isScrollIdle}
        active={position === active?.row ? active.column : -1}
        from={from}
        to={to}
        scattered={scatteredRows?.has(position) ? scattered : undefined}
        fillFrom={fillFrom}
        fillTo={fillTo}
        grip={range && canFill && !isCheckbox(range.left) && position === range.top ? range.left : -1}
        handle={range && fills(range.right) && position === range.bottom ? range.right : -1}
        isSelected={selected ? selected.has(cells.rowId(record)) : undefined}
      />,
    )
  }

  const activeLeft = (layout.offsets[active?.column ?? 0] ?? 0) - (isPinnedAt(active?.column) ? 0 : viewport.left)
  const current =
    active && active.row !== groupRow && !isCheckbox(active.column)
      ? { at: active.column, isBefore: activeLeft + maxNameWidth > viewport.width }
      : undefined

  const renderedCells: Range = {
    ...{ top: rendered.rows.start, bottom: rendered.rows.end - 1 },
    ...{ left: rendered.columns.start, right: rendered.columns.end - 1 },
  }
  const isActiveDrawn =
    active !== undefined &&
    (active.row === groupRow ||
      ((active.row === headerRow || isIn(renderedCells, active.row, renderedCells.left)) &&
        (active.column < layout.pinned || isIn(renderedCells, renderedCells.top, active.column))))
  return (
    <div className={styles.frame}>
      <div
        ref={scroller}
        role="grid"
        tabIndex={0}
        className={styles.grid}
        aria-label={props.label}
        aria-rowcount={rows.length + headerRows + (totals ? 1 : 0)}
        aria-colcount={layout.columnIndexes.length}
        aria-multiselectable
        aria-busy={state === 'loading' || undefined}
        aria-activedescendant={isActiveDrawn ? `${gridId}-active` : undefined}
        onScroll={onScroll}
        onFocus={cellSelection.onFirstFocus}
        onKeyDown={onKeyDown}
        onCopy={clipboard.onCopy}
        onPaste={clipboard.onPaste}
      >
        <GridHeader
          gridId={gridId}
          columns={columns}
          arrangement={arrangement}
          layout={layout}
          start={rendered.columns.start}
          end={rendered.columns.end}
          isScrollIdle={isScrollIdle}
          groups={groups}
          height={headingsHeight}
          groupHeight={headerHeight}
          current={current}
          active={active?.row === headerRow ? active.column : -1}
          activeGroup={active?.row === groupRow ? active.column : -1}
          selected={checks.all}
          onArrange={props.onArrange}
          onToggleAll={checks.checkAll}
          onMenu={openColumnMenu}
          onGroupMenu={openGroupMenuAt}
        />
        <div
          role={rows.length > 0 ? 'rowgroup' : undefined}
          className={styles.body}
          style={{ width: layout.width, height: rows.length * rowHeight }}
          {...handlers}
        >
          {rowElements}
        </div>
        {totals && (
          <GridTotals
            {...{ columns, layout, totals }}
            start={rendered.columns.start}
            end={rendered.columns.end}
            height={rowHeight}
            ariaIndex={rows.length + headerRows + 1}
          />
        )}
      </div>
      <GridState state={state} isEmpty={rows.length === 0} empty={props.empty} headHeight={headHeight} />
      <div className={styles.foot} data-bar={props.bar !== undefined || undefined}>
        {props.bar?.(cellSelection.cells)}
        {props.foot}
      </div>
      {editor}
      {menu && (
        <GridMenus
          {...{ menu, columns, cells, rows, layout, arrangement, selection }}
          columnItems={props.columnItems}
          isIncluded={props.isIncluded}
          onArrange={arrange}
          onSelectColumns={({ start, end }) => {
            const first = { row: 0, column: start }
            cellSelection.setSelection({ active: first, anchor: first, end: { row: rows.length - 1, column: end - 1 } })
          }}
          onEdit={edit}
          onCopy={clipboard.copyByMenu}
          onPaste={clipboard.pasteByMenu}
          onFill={range && fills(range.right) ? fill : undefined}
          onClose={closeMenu}
        />
      )}
      {region}
    </div>
  )
}
