import type { GridSetting } from '@lintel/contract/settings/user-settings'
import {
  type ColumnGroup,
  defaultColumnWidth,
  type GridColumn,
  maxColumnWidth,
  minColumnWidth,
  narrowColumnWidth,
} from './grid-column'

/** A person's arrangement of a grid. Stored under a version (admin-console chapter 9), so its shape is the contract's. */
export type Arrangement = GridSetting
type Entry = Arrangement['columns'][number]
export type SortKey = NonNullable<Arrangement['sort']>[number]

export const defaultArrangement: Arrangement = { columns: [] }

/** Maximum number of columns that an arrangement lists; the setting's size limit allows about as many. */
export const maxListedColumns = 200

/** Whether an arrangement may replace the current one: one that lists too many columns may not, unless it lists no more than before. */
export const canReplace = (current: Arrangement, next: Arrangement): boolean =>
  next.columns.length <= Math.max(maxListedColumns, current.columns.length)

/**
 * All columns in display order as indexes of `columns`, including hidden ones, pinned ones first. The arrangement lists
 * only columns whose predecessor is not the declared one; any other follows its declared predecessor (among the pinned
 * or the unpinned ones). So moving one of a thousand columns stores three entries, and a column added later has a
 * position.
 */
export function columnOrder(columns: readonly GridColumn[], { columns: listed }: Arrangement): number[] {
  const indexById = new Map(columns.map(({ id }, columnIndex) => [id, columnIndex]))
  const movedColumns = new Set(listed.flatMap(({ id }) => indexById.get(id) ?? []))
  return pinnedAndUnpinned(columns, listed).flatMap((declared) => {
    const at = new Map(declared.map((columnIndex, index) => [columnIndex, index]))
    const order: number[] = []
    const appendFollowing = (from: number) => {
      for (let index = from; index < declared.length; index += 1) {
        const columnIndex = declared[index]
        if (columnIndex === undefined || movedColumns.has(columnIndex)) return
        order.push(columnIndex)
      }
    }
    appendFollowing(0)
    for (const movedColumn of movedColumns) {
      const index = at.get(movedColumn)
      if (index === undefined) continue
      order.push(movedColumn)
      appendFollowing(index + 1)
    }
    return order
  })
}

/** Indexes of the pinned columns, and of the others. */
function pinnedAndUnpinned(columns: readonly GridColumn[], listed: readonly Entry[]): [number[], number[]] {
  const isPinned = pinnedTest(columns, listed)
  const columnIndexes = [...columns.keys()]
  return [columnIndexes.filter(isPinned), columnIndexes.filter((columnIndex) => !isPinned(columnIndex))]
}

/** Tests whether a column, by its index, is pinned. A column moves among those only that are pinned as well, or are not either. */
export const pinnedTest = (columns: readonly GridColumn[], listed: readonly Entry[]) => {
  const chosen = new Map(listed.flatMap(({ id, isPinned }) => (isPinned === undefined ? [] : [[id, isPinned]])))
  return (columnIndex: number): boolean => {
    const column = columns[columnIndex]
    return (column && (chosen.get(column.id) ?? column.isPinned)) ?? false
  }
}

/** The visible columns in display order, pinned ones first, each with its width. */
export interface VisibleColumns {
  /** Indexes of `columns`. */
  columnIndexes: number[]
  widths: number[]
  /** How many of them are pinned. */
  pinned: number
}

/** The visible columns. `isIncluded` filters columns temporarily, as a search does; the arrangement does not change. */
export function visibleColumns(
  columns: readonly GridColumn[],
  arrangement: Arrangement,
  isIncluded: (columnIndex: number) => boolean = () => true,
): VisibleColumns {
  const entries = new Map(arrangement.columns.map((entry) => [entry.id, entry]))
  const isPinned = pinnedTest(columns, arrangement.columns)
  const columnIndexes = columnOrder(columns, arrangement).filter((columnIndex) => {
    const column = columns[columnIndex]
    return (
      column &&
      isIncluded(columnIndex) &&
      isShown(column, entries.get(column.id)) &&
      !isGroupHidden(column, arrangement)
    )
  })
  return {
    columnIndexes,
    widths: columnIndexes.map((columnIndex) => {
      const column = columns[columnIndex]
      if (column && isNarrow(column, arrangement)) return narrowColumnWidth
      return (column && entries.get(column.id)?.width) ?? column?.width ?? defaultColumnWidth
    }),
    pinned: columnIndexes.filter(isPinned).length,
  }
}

/** Whether a column is narrow now; its stored width is kept. */
export const isNarrow = ({ canNarrow = false }: GridColumn, arrangement: Arrangement): boolean =>
  canNarrow && arrangement.isNarrow === true

/** Whether a column is visible by its stored entry. */
export const isShown = (column: GridColumn, entry: Entry | undefined): boolean =>
  column.canHide === false || (entry?.isVisible ?? !column.isHidden)

/** Whether a column is hidden with its group; columns that cannot be hidden never are. */
export const isGroupHidden = ({ group, canHide }: GridColumn, { hiddenGroups = [] }: Arrangement): boolean =>
  canHide !== false && group !== undefined && hiddenGroups.includes(group.id)

/** The distinct column groups in the order of the columns, each with its number of hideable columns. */
export function groupsOf(columns: readonly GridColumn[]): (ColumnGroup & { hideable: number })[] {
  const groups = new Map<string, ColumnGroup & { hideable: number }>()
  for (const { group, canHide } of columns) {
    if (!group) continue
    const known = groups.get(group.id) ?? { ...group, hideable: 0 }
    groups.set(group.id, { ...known, hideable: known.hideable + Number(canHide !== false) })
  }
  return [...groups.values()]
}

/** Hides or shows a group of columns; the stored entries of its columns stay. */
export function setGroupVisible(arrangement: Arrangement, id: string, isVisible: boolean): Arrangement {
  const others = (arrangement.hiddenGroups ?? []).filter((hidden) => hidden !== id)
  return { ...arrangement, hiddenGroups: isVisible ? others : [...others, id] }
}

/** Changes the order of the columns (indexes of `columns`, all of them) and nothing else. */
export function withOrder(
  columns: readonly GridColumn[],
  arrangement: Arrangement,
  order: readonly number[],
): Arrangement {
  const entries = new Map(arrangement.columns.map((entry) => [entry.id, entry]))
  const listed = pinnedAndUnpinned(columns, arrangement.columns).flatMap((declared) => {
    const before = new Map(declared.map((columnIndex, index) => [columnIndex, declared[index - 1]]))
    const reordered = order.filter((columnIndex) => before.has(columnIndex))
    return reordered.flatMap((columnIndex, index): Entry[] => {
      const id = columns[columnIndex]?.id ?? ''
      const entry = entries.get(id)
      if (before.get(columnIndex) !== reordered[index - 1]) return [entry ?? { id }]
      return entry && hasSettings(entry) ? [entry] : []
    })
  })
  return { ...arrangement, columns: listed }
}

const hasSettings = ({ isVisible, width, isPinned }: Entry) =>
  isVisible !== undefined || width !== undefined || isPinned !== undefined

/**
 * Moves a column to the position of another; columns between shift. Pinned columns stay among pinned ones, and unpinned
 * among unpinned.
 */
export function moveColumn(
  columns: readonly GridColumn[],
  arrangement: Arrangement,
  columnIndex: number,
  to: number,
): Arrangement {
  const isPinned = pinnedTest(columns, arrangement.columns)
  const order = columnOrder(columns, arrangement)
  const from = order.indexOf(columnIndex)
  const target = order.indexOf(to)
  if (from < 0 || target < 0 || from === target || isPinned(columnIndex) !== isPinned(to)) return arrangement
  order.splice(from, 1)
  order.splice(target, 0, columnIndex)
  return withOrder(columns, arrangement, order)
}

/** Changes one column's entry; its position stays. */
export function changeColumn(
  columns: readonly GridColumn[],
  arrangement: Arrangement,
  id: string,
  change: Omit<Entry, 'id'>,
): Arrangement {
  const order = columnOrder(columns, arrangement)
  const known = arrangement.columns.find((entry) => entry.id === id)
  const others = arrangement.columns.filter((entry) => entry.id !== id)
  return withOrder(columns, { ...arrangement, columns: [...others, { ...known, id, ...change }] }, order)
}

/** Maximum number of sort keys; the setting's own limit. */
export const maxSortKeys = 10

/** Clamps a width to the allowed range, in whole pixels. */
export const clampColumnWidth = (width: number): number =>
  Math.round(Math.min(maxColumnWidth, Math.max(minColumnWidth, width)))

/** Cycles a sort key: ascending, descending, none. `adds` keeps the other keys. */
export function toggleSort(arrangement: Arrangement, id: string, adds: boolean): Arrangement {
  const sort = arrangement.sort ?? []
  const known = sort.find((key) => key.id === id)
  const next: SortKey[] = !known ? [{ id, ascending: true }] : known.ascending ? [{ id, ascending: false }] : []
  if (!adds) return { ...arrangement, sort: next }
  const replaced = sort.flatMap((key) => (key.id === id ? next : [key]))
  return { ...arrangement, sort: known ? replaced : [...sort, ...next].slice(-maxSortKeys) }
}
