import type { Arrangement } from './arrangement'
import { CellMenu } from './cell-menu'
import { ColumnMenu } from './column-menu'
import type { GridCells, GridColumn } from './grid-column'
import type { GridProps } from './grid-props'
import { GroupMenu } from './group-menu'
import type { StandingSelection } from './held-selection'
import { checkboxColumn, type GroupRun, type Layout } from './layout'
import type { Place, Range } from './selection'
import type { OpenMenu } from './use-open-menu'

interface GridMenusProps {
  menu: OpenMenu
  columns: readonly GridColumn[]
  cells: GridCells
  rows: Uint32Array
  layout: Layout
  arrangement: Arrangement
  selection: StandingSelection | undefined
  columnItems: GridProps['columnItems']
  onArrange(next: Arrangement, said: string): void
  /** Takes the columns of a group. */
  onTake(run: GroupRun): void
  onEdit(cell: Place): void
  onCopy(): void
  onPaste: (() => void) | undefined
  onFill: ((source: Range, target: Range) => void) | undefined
  onClose(): void
}

/** The menu of a column, of a group of them, or of the cells that are taken. */
export function GridMenus(props: GridMenusProps) {
  const { menu, columns, cells, rows, layout, arrangement, selection, onArrange, onFill, onClose } = props
  const { beside } = menu
  const common = { columns, arrangement, beside, onArrange, onClose }
  if ('place' in menu) return <ColumnMenu {...common} place={menu.place} further={props.columnItems?.(menu.place)} />
  if ('run' in menu) return <GroupMenu {...common} run={menu.run} onTake={props.onTake} />
  const record = rows[menu.cell.row] ?? 0
  const place = layout.places[menu.cell.column] ?? checkboxColumn
  const lock = cells.lock?.(record, place)
  const range = selection?.range
  const fill = (all: Range | undefined, isPossible: boolean, source: (all: Range) => Range) => ({
    run: onFill && all && isPossible ? () => onFill(source(all), all) : undefined,
  })
  return (
    <CellMenu
      title={`${cells.rowTitle(record)} · ${columns[place]?.title ?? ''}`}
      lock={lock}
      count={(selection?.rows.length ?? 0) * (selection?.columns.length ?? 0)}
      beside={beside}
      onOpen={lock === undefined ? () => props.onEdit(menu.cell) : undefined}
      onCopy={props.onCopy}
      onPaste={props.onPaste}
      onFillDown={onFill && fill(range, range?.bottom !== range?.top, (all) => ({ ...all, bottom: all.top }))}
      onFillRight={onFill && fill(range, range?.right !== range?.left, (all) => ({ ...all, right: all.left }))}
      onClose={onClose}
    />
  )
}
