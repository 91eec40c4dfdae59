// biome-ignore-all lint/a11y/useSemanticElements: rows and cells are drawn as they come into sight, which a table cannot
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { type Arrangement, isNarrow } from './arrangement'
import { cellAt, columnIdAt } from './cell-id'
import { drawingOrder } from './geometry'
import styles from './grid.module.css'
import { GridHeader } from './grid-header'
import { GridMenus } from './grid-menus'
import type { GridProps } from './grid-props'
import { GridRow } from './grid-row'
import { GridState } from './grid-state'
import { GridTotals } from './grid-totals'
import { takeGroupKey } from './group-keys'
import { scatteredColumns } from './held-selection'
import { checkboxColumn, drawnOf, type GroupRun, groupRuns, layoutOf } from './layout'
import { groupRow, headerRow, isIn, partIn, type Range, type Selection, selectionAt } from './selection'
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

/** Height of headings with turned names, in pixels. */
const turnedHeight = 148
/** The most room that the whole name of a column takes, in pixels, as in the style sheet. */
const widestName = 360

/**
 * The grid of every screen (WAI-ARIA grid pattern). It has one tab stop and names its active cell; only what is in sight
 * is drawn, in slots that are used again (decision 070). Arrows, Home, End, Page, with Ctrl to the edge, move; Shift
 * extends; Ctrl-A takes all, Ctrl-Space a column; Space takes rows; Enter or F2 edits; Ctrl-C, Ctrl-V, Ctrl-D and Ctrl-R
 * copy, paste and fill. For the keys of the header see `useHeaderKeys`.
 */
export function Grid(props: GridProps) {
  const { columns, cells, rows, arrangement, rowHeight = 40, headerHeight = 34, selected, state = 'ready' } = props
  const totals = state === 'ready' && rows.length > 0 ? props.totals : undefined
  const gridId = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const [windowWidth, setWindowWidth] = useState(1_280)
  const [said, say] = useState('')

  const layout = layoutOf(columns, arrangement, {
    hasCheckboxes: selected !== undefined,
    windowWidth,
    isWanted: props.isWanted,
  })
  const groups = groupRuns(columns, layout)
  const headerRows = groups.length > 0 ? 2 : 1
  const headingsHeight = columns.some((column) => isNarrow(column, arrangement)) ? turnedHeight : headerHeight
  const headHeight = headingsHeight + (groups.length > 0 ? headerHeight : 0)
  /** What stays in sight above and below the rows. */
  const heldHeight = headHeight + (totals ? rowHeight : 0)
  const { viewport, isResting, follow, scrollTo, keepWithin } = useViewport(scroller, heldHeight, (view) =>
    drawnOf(layout, rows.length, rowHeight, view),
  )
  if (viewport.width !== windowWidth) setWindowWidth(viewport.width)
  keepWithin({ width: layout.width, height: rows.length * rowHeight })
  const drawn = drawnOf(layout, rows.length, rowHeight, viewport)
  const page = Math.max(1, Math.floor(viewport.height / rowHeight) - 1)
  const bounds = { rows: rows.length, headings: headerRows, columns: layout.places.length, page }

  const ground = { rows, cells, columns, places: layout.places }
  const sight = { scroller, ground, layout, rows, bounds, say }
  const selecting = useCellSelection({ ...props, ...sight, rowHeight, heldHeight })
  const { selection, select } = selecting
  const active = selection?.active
  const range = selection?.range
  const { edit, drawn: editor } = useCellEditing({ ...props, ...sight })
  const { menu, openMenu, closeMenu } = useOpenMenu({ ...sight, groups })
  const checks = useRowChecks({ ...props, say })
  const clipboard = useCellClipboard({ ...props, layout, bounds, selection, say })
  const { canFill, fill } = clipboard
  const isCheckbox = (column: number) => layout.places[column] === checkboxColumn
  /** Whether the cells of a column can be taken hold of to fill others with them. */
  const fills = (column: number) =>
    canFill && !isCheckbox(column) && columns[layout.places[column] ?? 0]?.canFill !== false
  const onHeaderKey = useHeaderKeys({
    ...{ columns, arrangement, layout, active, arrange },
    checkAll: checks.checkAll,
    onMenu: openMenuAt,
  })
  const { onEditRange } = props
  const several = selecting.cells && selecting.cells.count > 1 ? selecting.cells : undefined
  const onKeyDown = useGridKeys({
    ...{ ...props, ...selecting, bounds, edit, fill, canFill, onHeaderKey },
    check: (position, isRange) => checkRow(position, isRange),
    checkAllOf: (positions) => {
      selecting.collapse()
      checks.checkAllOf(positions)
    },
    editRange: onEditRange && several ? (typed) => onEditRange(several, typed) : undefined,
    onGroupKey: (event) =>
      active !== undefined && takeGroupKey(event, { groups, active, select, onMenu: openGroupMenu }),
    hasChecks: selected !== undefined,
    onMenu: openCellMenu,
  })
  const { filling, handlers } = useGridPointer({
    ...{ scroller, ground, selection },
    onSelect: selectByPointer,
    onEdit: edit,
    onOpen: (place) => {
      const record = rows[place.row]
      if (record !== undefined) props.onOpen?.(record)
    },
    onCheck: (place, isRange) => {
      checkRow(place.row, isRange)
      select(selectionAt(place))
    },
    onFill: fill,
    onMenu: (cell, beside) => openMenu({ of: 'cell', cell, beside }),
    isCheckbox,
  })

  /** One selection at a time: who presses on a cell gives up the rows that are checked. */
  function selectByPointer(next: Selection) {
    if (selected?.size) props.onSelect?.(new Set())
    select(next)
  }

  function checkRow(position: number, isRange: boolean) {
    selecting.collapse()
    checks.check(position, isRange)
  }

  // The browser scrolls: a search begins with the first that it found.
  const { rows: searchedRows, columns: searchedColumns } = props.searched ?? {}
  // biome-ignore lint/correctness/useExhaustiveDependencies: when something else is searched for
  useLayoutEffect(() => scrollTo({ top: 0 }), [searchedRows])
  // biome-ignore lint/correctness/useExhaustiveDependencies: when something else is searched for
  useLayoutEffect(() => scrollTo({ left: 0 }), [searchedColumns])

  useNearEnd(drawn.rows.end, rows.length, props.onNearEnd)

  const isPinnedAt = (column = 0) => column < layout.pinned

  function arrange(next: Arrangement, words: string) {
    props.onArrange(next)
    say(words)
  }

  function openColumnMenu(place: number, beside: DOMRect) {
    const columnId = columns[place]?.id
    if (columnId !== undefined) openMenu({ of: 'column', columnId, beside })
  }

  function openMenuAt(position: number) {
    const heading = scroller.current?.querySelector(`[data-heading="${position}"]`)
    if (heading) openColumnMenu(layout.places[position] ?? checkboxColumn, heading.getBoundingClientRect())
  }

  function openGroupMenuAt(run: GroupRun, beside: DOMRect) {
    const columnId = columnIdAt(run.start, ground)
    if (columnId !== undefined) openMenu({ of: 'group', columnId, beside })
  }

  function openGroupMenu(run: GroupRun) {
    const heading = scroller.current?.querySelector(`[data-group="${run.start}"] > :first-child`)
    if (heading) openGroupMenuAt(run, heading.getBoundingClientRect())
  }

  function openCellMenu() {
    if (!active || isCheckbox(active.column)) return
    const element = scroller.current?.querySelector(`[data-row="${active.row}"] [data-column="${active.column}"]`)
    const cell = cellAt(active, ground)
    if (element && cell) openMenu({ of: 'cell', cell, beside: element.getBoundingClientRect() })
  }

  const isSeveral = selection !== undefined && selection.rows.length * selection.columns.length > 1
  const taken = isSeveral ? range : undefined
  const scattered = isSeveral ? scatteredColumns(selection, layout.places.length) : undefined
  const scatteredRows = scattered && selection ? new Set(selection.rows) : undefined
  const drawnRows: ReactNode[] = []
  for (const { at: position, slot } of drawingOrder(drawn.rows, isResting)) {
    const record = rows[position] ?? 0
    const [from, to] = partIn(taken, position)
    const [fillFrom, fillTo] = partIn(filling, position)
    drawnRows.push(
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
        start={drawn.columns.start}
        end={drawn.columns.end}
        isResting={isResting}
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
      ? { at: active.column, isBefore: activeLeft + widestName > viewport.width }
      : undefined

  const inSight: Range = {
    ...{ top: drawn.rows.start, bottom: drawn.rows.end - 1 },
    ...{ left: drawn.columns.start, right: drawn.columns.end - 1 },
  }
  const isActiveDrawn =
    active !== undefined &&
    (active.row === groupRow ||
      ((active.row === headerRow || isIn(inSight, active.row, inSight.left)) &&
        (active.column < layout.pinned || isIn(inSight, inSight.top, active.column))))
  return (
    <div className={styles.frame}>
      <div
        ref={scroller}
        role="grid"
        tabIndex={0}
        className={styles.grid}
        aria-label={props.label}
        aria-rowcount={rows.length + headerRows + (totals ? 1 : 0)}
        aria-colcount={layout.places.length}
        aria-multiselectable
        aria-busy={state === 'loading' || undefined}
        aria-activedescendant={isActiveDrawn ? `${gridId}-active` : undefined}
        onScroll={follow}
        onFocus={selecting.arrive}
        onKeyDown={onKeyDown}
        onCopy={clipboard.onCopy}
        onPaste={clipboard.onPaste}
      >
        <GridHeader
          gridId={gridId}
          columns={columns}
          arrangement={arrangement}
          layout={layout}
          start={drawn.columns.start}
          end={drawn.columns.end}
          isResting={isResting}
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
          {drawnRows}
        </div>
        {totals && (
          <GridTotals
            {...{ columns, layout, totals }}
            start={drawn.columns.start}
            end={drawn.columns.end}
            height={rowHeight}
            ariaIndex={rows.length + headerRows + 1}
          />
        )}
      </div>
      <GridState state={state} isEmpty={rows.length === 0} empty={props.empty} headHeight={headHeight} />
      <div className={styles.foot} data-bar={props.bar !== undefined || undefined}>
        {props.bar?.(selecting.cells)}
        {props.foot}
      </div>
      {editor}
      {menu && (
        <GridMenus
          {...{ menu, columns, cells, rows, layout, arrangement, selection }}
          columnItems={props.columnItems}
          onArrange={arrange}
          onTake={({ start, end }) => {
            const first = { row: 0, column: start }
            selecting.stay({ active: first, anchor: first, end: { row: rows.length - 1, column: end - 1 } })
          }}
          onEdit={edit}
          onCopy={clipboard.copyByMenu}
          onPaste={clipboard.pasteByMenu}
          onFill={range && fills(range.right) ? fill : undefined}
          onClose={closeMenu}
        />
      )}
      <div className="said-only" role="status">
        {said}
      </div>
    </div>
  )
}
