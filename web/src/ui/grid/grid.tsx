// biome-ignore-all lint/a11y/useSemanticElements: rows and cells are drawn as they come into sight, which a table cannot
import { type ReactNode, useId, useRef, useState } from 'react'
import type { Arrangement } from './arrangement'
import { drawingOrder } from './geometry'
import styles from './grid.module.css'
import { GridHeader } from './grid-header'
import { GridMenus, type OpenMenu } from './grid-menus'
import type { GridProps } from './grid-props'
import { GridRow } from './grid-row'
import { GridState } from './grid-state'
import { takeGroupKey } from './group-keys'
import { checkboxColumn, drawnOf, type GroupRun, groupRuns, layoutOf } from './layout'
import { cellsIn, groupRow, headerRow, isIn, type Range } from './selection'
import { useCellClipboard } from './use-cell-clipboard'
import { useCellEditing } from './use-cell-editing'
import { useCellSelection } from './use-cell-selection'
import { useGridKeys } from './use-grid-keys'
import { useGridPointer } from './use-grid-pointer'
import { useHeaderKeys } from './use-header-keys'
import { useRowChecks } from './use-row-checks'
import { useViewport } from './use-viewport'

/** The part of a range that lies in a row: positions of columns, the first and the last; none is -1 and -2. */
const partIn = (range: Range | undefined, row: number): readonly [from: number, to: number] =>
  range && row >= range.top && row <= range.bottom ? [range.left, range.right] : [-1, -2]

/**
 * The grid of every screen (WAI-ARIA grid pattern). It has one tab stop and names its active cell; only what is in sight
 * is drawn, in slots that are used again (decision 070). Arrows, Home, End, Page, with Ctrl to the edge, move; Shift
 * extends; Ctrl-A takes all, Ctrl-Space a column; Space takes rows; Enter or F2 edits; Ctrl-C, Ctrl-V, Ctrl-D and Ctrl-R
 * copy, paste and fill. For the keys of the header see `useHeaderKeys`.
 */
export function Grid(props: GridProps) {
  const { columns, cells, rows, arrangement, rowHeight = 40, headerHeight = 34, selected, state = 'ready' } = props
  const gridId = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const [windowWidth, setWindowWidth] = useState(1_280)
  const [menu, setMenu] = useState<OpenMenu>()
  const [said, say] = useState('')

  const layout = layoutOf(columns, arrangement, {
    hasCheckboxes: selected !== undefined,
    windowWidth,
    isWanted: props.isWanted,
  })
  const groups = groupRuns(columns, layout)
  const headerRows = groups.length > 0 ? 2 : 1
  const headHeight = headerRows * headerHeight
  const { viewport, isResting, follow, keepWithin } = useViewport(scroller, headHeight, (view) =>
    drawnOf(layout, rows.length, rowHeight, view),
  )
  if (viewport.width !== windowWidth) setWindowWidth(viewport.width)
  keepWithin({ width: layout.width, height: rows.length * rowHeight })
  const drawn = drawnOf(layout, rows.length, rowHeight, viewport)
  const page = Math.max(1, Math.floor(viewport.height / rowHeight) - 1)
  const bounds = { rows: rows.length, headings: headerRows, columns: layout.places.length, page }

  const sight = { scroller, layout, rows, bounds, say }
  const selecting = useCellSelection({ ...props, ...sight, rowHeight, headHeight })
  const { selection, range, select } = selecting
  const { active } = selection
  const isInGrid = active.row >= 0 && rows.length > 0
  const { edit, drawn: editor } = useCellEditing({ ...props, ...sight })
  const checks = useRowChecks({ ...props, say })
  const clipboard = useCellClipboard({ ...props, layout, bounds, range, isInGrid, say })
  const { canFill, fill } = clipboard
  const isCheckbox = (column: number) => layout.places[column] === checkboxColumn
  /** Whether the cells of a column can be taken hold of to fill others with them. */
  const fills = (column: number) =>
    canFill && !isCheckbox(column) && columns[layout.places[column] ?? 0]?.canFill !== false
  const onHeaderKey = useHeaderKeys({
    ...{ columns, arrangement, layout, active, arrange, select },
    checkAll: checks.checkAll,
    onMenu: openMenuAt,
  })
  const onKeyDown = useGridKeys({
    ...{ ...props, ...selecting, ...checks, bounds, edit, fill, canFill, onHeaderKey },
    onGroupKey: (event) => takeGroupKey(event, { groups, active, select, onMenu: openGroupMenu }),
    hasChecks: selected !== undefined,
    onMenu: openCellMenu,
  })
  const { filling, handlers } = useGridPointer({
    ...{ scroller, selection },
    onSelect: select,
    onEdit: edit,
    onCheck: checks.check,
    onFill: fill,
    onMenu: (cell, beside) => setMenu({ cell, beside }),
    isCheckbox,
  })

  function arrange(next: Arrangement, words: string) {
    props.onArrange(next)
    say(words)
  }

  function openMenu(place: number, beside: DOMRect) {
    if (place !== checkboxColumn) setMenu({ place, beside })
  }

  function openMenuAt(position: number) {
    const heading = scroller.current?.querySelector(`[data-heading="${position}"]`)
    if (heading) openMenu(layout.places[position] ?? checkboxColumn, heading.getBoundingClientRect())
  }

  function openGroupMenu(run: GroupRun) {
    const heading = scroller.current?.querySelector(`[data-group="${run.start}"] > :first-child`)
    if (heading) setMenu({ run, beside: heading.getBoundingClientRect() })
  }

  function openCellMenu() {
    const cell = scroller.current?.querySelector(`[data-row="${active.row}"] [data-column="${active.column}"]`)
    const isBox = layout.places[active.column] === checkboxColumn
    if (cell && !isBox) setMenu({ cell: active, beside: cell.getBoundingClientRect() })
  }

  function closeMenu() {
    setMenu(undefined)
    scroller.current?.focus({ preventScroll: true })
  }

  const taken = isInGrid && cellsIn(range) > 1 ? range : undefined
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
        active={position === active.row ? active.column : -1}
        from={from}
        to={to}
        fillFrom={fillFrom}
        fillTo={fillTo}
        grip={canFill && !isCheckbox(range.left) && position === range.top ? range.left : -1}
        handle={fills(range.right) && position === range.bottom ? range.right : -1}
        isSelected={selected ? selected.has(cells.rowId(record)) : undefined}
      />,
    )
  }

  const inSight: Range = {
    top: drawn.rows.start,
    bottom: drawn.rows.end - 1,
    left: drawn.columns.start,
    right: drawn.columns.end - 1,
  }
  const isActiveDrawn =
    active.row === groupRow ||
    ((active.row === headerRow || isIn(inSight, active.row, inSight.left)) &&
      (active.column < layout.pinned || isIn(inSight, inSight.top, active.column)))
  return (
    <div className={styles.frame}>
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
          height={headerHeight}
          active={active.row === headerRow ? active.column : -1}
          activeGroup={active.row === groupRow ? active.column : -1}
          selected={checks.all}
          onArrange={props.onArrange}
          onToggleAll={checks.checkAll}
          onMenu={openMenu}
          onGroupMenu={(run, beside) => setMenu({ run, beside })}
        />
        <div
          role={rows.length > 0 ? 'rowgroup' : undefined}
          className={styles.body}
          style={{ width: layout.width, height: rows.length * rowHeight }}
          {...handlers}
        >
          {drawnRows}
        </div>
      </div>
      <GridState state={state} isEmpty={rows.length === 0} empty={props.empty} headHeight={headHeight} />
      <div className={styles.foot}>{props.foot}</div>
      {editor}
      {menu && (
        <GridMenus
          {...{ menu, columns, cells, rows, layout, arrangement, range }}
          columnItems={props.columnItems}
          onArrange={arrange}
          onTake={({ start, end }) =>
            selecting.stay({ anchor: { row: 0, column: start }, active: { row: rows.length - 1, column: end - 1 } })
          }
          onEdit={edit}
          onCopy={clipboard.copyByMenu}
          onPaste={clipboard.pasteByMenu}
          onFill={fills(range.right) ? fill : undefined}
          onClose={closeMenu}
        />
      )}
      <div className="said-only" role="status">
        {said}
      </div>
    </div>
  )
}
