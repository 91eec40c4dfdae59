import type { Arrangement } from './arrangement'
import { CellMenu } from './cell-menu'
import { ColumnMenu } from './column-menu'
import type { GridCells, GridColumn } from './grid-column'
import type { GridProps } from './grid-props'
import { GroupMenu } from './group-menu'
import { checkboxColumn, type GroupRun, type Layout } from './layout'
import type { Place, Range } from './selection'

/** What a menu that is open is about, and where that stands in the window. */
export type OpenMenu = { beside: DOMRect } & ({ place: number } | { run: GroupRun } | { cell: Place })

interface GridMenusProps {
  menu: OpenMenu
  columns: readonly GridColumn[]
  cells: GridCells
  rows: Uint32Array
  layout: Layout
  arrangement: Arrangement
  range: Range
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
  const { menu, columns, cells, rows, layout, arrangement, range, onArrange, onFill, onClose } = props
  const { beside } = menu
  const common = { columns, arrangement, beside, onArrange, onClose }
  if ('place' in menu) return <ColumnMenu {...common} place={menu.place} further={props.columnItems?.(menu.place)} />
  if ('run' in menu) return <GroupMenu {...common} run={menu.run} onTake={props.onTake} />
  const record = rows[menu.cell.row] ?? 0
  const place = layout.places[menu.cell.column] ?? checkboxColumn
  const lock = cells.lock?.(record, place)
  return (
    <CellMenu
      title={`${cells.rowTitle(record)} · ${columns[place]?.title ?? ''}`}
      lock={lock}
      range={range}
      beside={beside}
      onOpen={lock === undefined ? () => props.onEdit(menu.cell) : undefined}
      onCopy={props.onCopy}
      onPaste={props.onPaste}
      onFill={
        onFill &&
        ((to) => onFill(to === 'down' ? { ...range, bottom: range.top } : { ...range, right: range.left }, range))
      }
      onClose={onClose}
    />
  )
}
