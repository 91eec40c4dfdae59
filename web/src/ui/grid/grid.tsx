// biome-ignore-all lint/a11y/useSemanticElements: rows and cells are drawn as they come into sight, which a table cannot
import { useId, useRef } from 'react'
import { flushSync } from 'react-dom'
import { fullNameOf, isRendered } from './active-cell'
import type { Arrangement } from './arrangement'
import styles from './grid.module.css'
import { GridBody } from './grid-body'
import { GridHeader } from './grid-header'
import { GridMenus } from './grid-menus'
import type { GridProps } from './grid-props'
import { GridState } from './grid-state'
import { GridTotals } from './grid-totals'
import { handleGroupKey } from './group-keys'
import { checkboxColumn } from './layout'
import { type CellPosition, groupRow, headerRow, type Selection, selectionAt } from './selection'
import { useAnnouncement } from './use-announcement'
import { useArrange } from './use-arrange'
import { useCellClipboard } from './use-cell-clipboard'
import { useCellEditing } from './use-cell-editing'
import { useCellSelection } from './use-cell-selection'
import { useGridKeys } from './use-grid-keys'
import { useGridLayout } from './use-grid-layout'
import { useGridPointer } from './use-grid-pointer'
import { useHeaderKeys } from './use-header-keys'
import { useNearEnd } from './use-near-end'
import { useOpenMenu } from './use-open-menu'
import { useRowChecks } from './use-row-checks'
import { useScrollToMatch } from './use-scroll-to-match'

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
  const { announce, region } = useAnnouncement()
  const onArrange = useArrange(props)
  const view = useGridLayout({ ...props, scroller, rowHeight, headerHeight, hasTotals: totals !== undefined })
  const { layout, groups, bounds, rendered, isScrollIdle, scrollTo } = view

  const context = { rows, cells, columns, columnIndexes: layout.columnIndexes }
  const shared = { scroller, context, layout, rows, bounds, announce }
  const cellSelection = useCellSelection({ ...props, ...shared, rowHeight, stickyHeight: view.stickyHeight })
  const { selection, select } = cellSelection
  const active = selection?.active
  const range = selection?.range
  const { edit, editorElement: editor } = useCellEditing({ ...props, ...shared, reveal })
  const menus = useOpenMenu({ ...shared, groups, active, reveal })
  const checks = useRowChecks({ ...props, announce })
  const clipboard = useCellClipboard({ ...props, layout, bounds, selection, announce })
  const { canFill, fill, fills } = clipboard
  const onHeaderKey = useHeaderKeys({
    ...{ columns, arrangement, layout, active, arrange },
    checkAll: checks.checkAll,
    onMenu: menus.openColumnMenuByKey,
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
      active !== undefined && handleGroupKey(event, { groups, active, select, onMenu: menus.openGroupMenuByKey }),
    hasChecks: selected !== undefined,
    onMenu: menus.openCellMenuByKey,
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
    onMenu: menus.openCellMenu,
    isCheckbox: (column) => layout.columnIndexes[column] === checkboxColumn,
  })
  useScrollToMatch(props.searched, scrollTo)
  useNearEnd(rendered.rows.end, rows.length, props.onNearEnd)

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

  function arrange(next: Arrangement, text: string) {
    if (onArrange(next)) announce(text)
  }

  return (
    <div className={styles.frame}>
      <div
        ref={scroller}
        role="grid"
        tabIndex={0}
        className={styles.grid}
        aria-label={props.label}
        aria-rowcount={rows.length + bounds.headings + (totals ? 1 : 0)}
        aria-colcount={layout.columnIndexes.length}
        aria-multiselectable
        aria-busy={state === 'loading' || undefined}
        aria-activedescendant={active && isRendered(active, rendered, layout.pinned) ? `${gridId}-active` : undefined}
        onScroll={view.onScroll}
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
          height={view.headingsHeight}
          groupHeight={headerHeight}
          current={fullNameOf(active, layout, view.viewport)}
          active={active?.row === headerRow ? active.column : -1}
          activeGroup={active?.row === groupRow ? active.column : -1}
          selected={checks.all}
          onArrange={onArrange}
          onToggleAll={checks.checkAll}
          onMenu={menus.openColumnMenu}
          onGroupMenu={menus.openGroupMenu}
        />
        <GridBody
          {...{ gridId, columns, cells, rows, selected, layout, rendered, rowHeight, isScrollIdle }}
          {...{ selection, filling, canFill, fills, handlers }}
          headings={bounds.headings}
        />
        {totals && (
          <GridTotals
            {...{ columns, layout, totals }}
            start={rendered.columns.start}
            end={rendered.columns.end}
            height={rowHeight}
            ariaIndex={rows.length + bounds.headings + 1}
          />
        )}
      </div>
      <GridState state={state} isEmpty={rows.length === 0} empty={props.empty} headHeight={view.headHeight} />
      <div className={styles.foot} data-bar={props.bar !== undefined || undefined}>
        {props.bar?.(cellSelection.cells)}
        {props.foot}
      </div>
      {editor}
      {menus.menu && (
        <GridMenus
          {...{ columns, cells, rows, layout, arrangement, selection }}
          menu={menus.menu}
          columnItems={props.columnItems}
          isIncluded={props.isIncluded}
          onArrange={arrange}
          onSelectColumns={cellSelection.selectColumns}
          onEdit={edit}
          onCopy={clipboard.copyByMenu}
          onPaste={clipboard.pasteByMenu}
          onFill={range && fills(range.right) ? fill : undefined}
          onClose={menus.closeMenu}
        />
      )}
      {region}
    </div>
  )
}
