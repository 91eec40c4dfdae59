import type { Arrangement } from './arrangement'
import { CellMenu } from './cell-menu'
import { ColumnMenu } from './column-menu'
import type { GridCells, GridColumn } from './grid-column'
import type { GridProps } from './grid-props'
import { GroupMenu } from './group-menu'
import { checkboxColumn, type GroupRun, type Layout } from './layout'
import type { CellPosition, Range } from './selection'
import type { ResolvedSelection } from './selection-by-id'
import type { OpenMenu } from './use-open-menu'

interface GridMenusProps {
  menu: OpenMenu
  columns: readonly GridColumn[]
  cells: GridCells
  rows: Uint32Array
  layout: Layout
  arrangement: Arrangement
  isIncluded: GridProps['isIncluded'] | undefined
  selection: ResolvedSelection | undefined
  columnItems: GridProps['columnItems']
  onArrange(next: Arrangement, announcement: string): void
  /** Selects the columns of a group. */
  onSelectColumns(run: GroupRun): void
  onEdit(cell: CellPosition): void
  onCopy(): void
  onPaste: (() => void) | undefined
  onFill: ((source: Range, target: Range) => void) | undefined
  onClose(): void
}

/** The open menu: of a column, of a column group, or of the selected cells. */
export function GridMenus(props: GridMenusProps) {
  const { menu, columns, cells, rows, layout, arrangement, selection, onArrange, onFill, onClose } = props
  const { anchorRect } = menu
  const common = { columns, arrangement, anchorRect, onArrange, onClose }
  if ('columnIndex' in menu)
    return (
      <ColumnMenu
        {...common}
        columnIndex={menu.columnIndex}
        isIncluded={props.isIncluded}
        additionalItems={props.columnItems?.(menu.columnIndex)}
      />
    )
  if ('run' in menu) return <GroupMenu {...common} run={menu.run} onSelectColumns={props.onSelectColumns} />
  const record = rows[menu.cell.row] ?? 0
  const columnIndex = layout.columnIndexes[menu.cell.column] ?? checkboxColumn
  const lock = cells.lock?.(record, columnIndex)
  const range = selection?.range
  const fill = (all: Range | undefined, isPossible: boolean, source: (all: Range) => Range) => ({
    run: onFill && all && isPossible ? () => onFill(source(all), all) : undefined,
  })
  return (
    <CellMenu
      title={`${cells.rowTitle(record)} · ${columns[columnIndex]?.title ?? ''}`}
      lock={lock}
      count={(selection?.rows.length ?? 0) * (selection?.columns.length ?? 0)}
      anchorRect={anchorRect}
      onOpen={lock === undefined ? () => props.onEdit(menu.cell) : undefined}
      onCopy={props.onCopy}
      onPaste={props.onPaste}
      onFillDown={onFill && fill(range, range?.bottom !== range?.top, (all) => ({ ...all, bottom: all.top }))}
      onFillRight={onFill && fill(range, range?.right !== range?.left, (all) => ({ ...all, right: all.left }))}
      onClose={onClose}
    />
  )
}
