import type { GridSetting } from '@lintel/contract/settings/user-settings'
import {
  type ColumnGroup,
  defaultColumnWidth,
  type GridColumn,
  greatestColumnWidth,
  leastColumnWidth,
  narrowColumnWidth,
} from './grid-column'

/** How somebody arranged a grid; kept under a version (admin-console chapter 9), so its shape is the contract's. */
export type Arrangement = GridSetting
type Entry = Arrangement['columns'][number]
export type SortKey = NonNullable<Arrangement['sort']>[number]

export const naturalArrangement: Arrangement = { columns: [] }

/** Entries that are kept; the setting's own bound in characters allows about as many. */
const mostEntries = 200

/**
 * All columns in the order in which they stand, hidden ones too, as natural places; pinned ones first. The arrangement
 * lists only columns whose neighbour before is not the natural one: any other follows its natural neighbour (of those
 * that are pinned, or not, as it is). So moving one of a thousand columns is three entries, and a column that is new
 * tomorrow has a place.
 */
export function orderOf(columns: readonly GridColumn[], { columns: listed }: Arrangement): number[] {
  const placeOf = new Map(columns.map(({ id }, place) => [id, place]))
  const heads = new Set(listed.flatMap(({ id }) => placeOf.get(id) ?? []))
  return bothKinds(columns, listed).flatMap((natural) => {
    const at = new Map(natural.map((place, index) => [place, index]))
    const order: number[] = []
    const follow = (from: number) => {
      for (let index = from; index < natural.length; index += 1) {
        const place = natural[index]
        if (place === undefined || heads.has(place)) return
        order.push(place)
      }
    }
    follow(0)
    for (const head of heads) {
      const index = at.get(head)
      if (index === undefined) continue
      order.push(head)
      follow(index + 1)
    }
    return order
  })
}

/** Natural places of the pinned columns, and of the others. */
function bothKinds(columns: readonly GridColumn[], listed: readonly Entry[]): [number[], number[]] {
  const isPinned = pinsOf(columns, listed)
  const places = [...columns.keys()]
  return [places.filter(isPinned), places.filter((place) => !isPinned(place))]
}

const pinsOf = (columns: readonly GridColumn[], listed: readonly Entry[]) => {
  const chosen = new Map(listed.flatMap(({ id, isPinned }) => (isPinned === undefined ? [] : [[id, isPinned]])))
  return (place: number): boolean => {
    const column = columns[place]
    return (column && (chosen.get(column.id) ?? column.isPinned)) ?? false
  }
}

/** The columns that are shown, in order, the pinned ones first; each with its width. */
export interface Shown {
  /** Natural places. */
  places: number[]
  widths: number[]
  /** How many of them are pinned. */
  pinned: number
}

/** `isWanted` leaves columns out for the moment, as a search does: nothing is remembered of it. */
export function shownOf(
  columns: readonly GridColumn[],
  arrangement: Arrangement,
  isWanted: (place: number) => boolean = () => true,
): Shown {
  const entries = new Map(arrangement.columns.map((entry) => [entry.id, entry]))
  const isPinned = pinsOf(columns, arrangement.columns)
  const places = orderOf(columns, arrangement).filter((place) => {
    const column = columns[place]
    return column && isWanted(place) && isShown(column, entries.get(column.id)) && !isGroupHidden(column, arrangement)
  })
  return {
    places,
    widths: places.map((place) => {
      const column = columns[place]
      if (column && isNarrow(column, arrangement)) return narrowColumnWidth
      return (column && entries.get(column.id)?.width) ?? column?.width ?? defaultColumnWidth
    }),
    pinned: places.filter(isPinned).length,
  }
}

/** Whether a column is narrow now; its own width comes back with the others. */
export const isNarrow = ({ canNarrow = false }: GridColumn, arrangement: Arrangement): boolean =>
  canNarrow && arrangement.isNarrow === true

/** Whether a column is shown, given what is kept of it. */
export const isShown = (column: GridColumn, entry: Entry | undefined): boolean =>
  column.canHide === false || (entry?.isVisible ?? !column.isHidden)

/** Whether a column is left out with its whole group; one that must be there never is. */
export const isGroupHidden = ({ group, canHide }: GridColumn, { hiddenGroups = [] }: Arrangement): boolean =>
  canHide !== false && group !== undefined && hiddenGroups.includes(group.id)

/** The groups that columns have, each once, and how many of them can be hidden; in the order of the columns. */
export function groupsOf(columns: readonly GridColumn[]): (ColumnGroup & { hideable: number })[] {
  const groups = new Map<string, ColumnGroup & { hideable: number }>()
  for (const { group, canHide } of columns) {
    if (!group) continue
    const known = groups.get(group.id) ?? { ...group, hideable: 0 }
    groups.set(group.id, { ...known, hideable: known.hideable + Number(canHide !== false) })
  }
  return [...groups.values()]
}

/** The arrangement with a group of columns hidden or shown; what is kept of its columns stays. */
export function showGroup(arrangement: Arrangement, id: string, isVisible: boolean): Arrangement {
  const others = (arrangement.hiddenGroups ?? []).filter((hidden) => hidden !== id)
  return { ...arrangement, hiddenGroups: isVisible ? others : [...others, id] }
}

/** The arrangement with its columns in this order (natural places, all of them); everything else as it was. */
export function withOrder(
  columns: readonly GridColumn[],
  arrangement: Arrangement,
  order: readonly number[],
): Arrangement {
  const entries = new Map(arrangement.columns.map((entry) => [entry.id, entry]))
  const listed = bothKinds(columns, arrangement.columns).flatMap((natural) => {
    const before = new Map(natural.map((place, index) => [place, natural[index - 1]]))
    const standing = order.filter((place) => before.has(place))
    return standing.flatMap((place, index): Entry[] => {
      const id = columns[place]?.id ?? ''
      const entry = entries.get(id)
      if (before.get(place) !== standing[index - 1]) return [entry ?? { id }]
      return entry && saysMore(entry) ? [entry] : []
    })
  })
  return { ...arrangement, columns: listed.slice(0, mostEntries) }
}

const saysMore = ({ isVisible, width, isPinned }: Entry) =>
  isVisible !== undefined || width !== undefined || isPinned !== undefined

/** Puts a column where another stands; columns between move up. Pinned columns stay among themselves, and so the others. */
export function moveColumn(
  columns: readonly GridColumn[],
  arrangement: Arrangement,
  place: number,
  to: number,
): Arrangement {
  const isPinned = pinsOf(columns, arrangement.columns)
  const order = orderOf(columns, arrangement)
  const from = order.indexOf(place)
  const target = order.indexOf(to)
  if (from < 0 || target < 0 || from === target || isPinned(place) !== isPinned(to)) return arrangement
  order.splice(from, 1)
  order.splice(target, 0, place)
  return withOrder(columns, arrangement, order)
}

/** The arrangement with something changed about one column; its place stays. */
export function changeColumn(
  columns: readonly GridColumn[],
  arrangement: Arrangement,
  id: string,
  change: Omit<Entry, 'id'>,
): Arrangement {
  const order = orderOf(columns, arrangement)
  const known = arrangement.columns.find((entry) => entry.id === id)
  const others = arrangement.columns.filter((entry) => entry.id !== id)
  return withOrder(columns, { ...arrangement, columns: [...others, { ...known, id, ...change }] }, order)
}

/** Columns that are sorted by at once; the setting's own bound. */
export const mostSortKeys = 10

/** A width within what a column may have, in whole pixels. */
export const fittingWidth = (width: number): number =>
  Math.round(Math.min(greatestColumnWidth, Math.max(leastColumnWidth, width)))

/** Ascending, then descending, then not at all; `adds` keeps the other keys, else this is the only one. */
export function toggleSort(arrangement: Arrangement, id: string, adds: boolean): Arrangement {
  const sort = arrangement.sort ?? []
  const known = sort.find((key) => key.id === id)
  const next: SortKey[] = !known ? [{ id, ascending: true }] : known.ascending ? [{ id, ascending: false }] : []
  if (!adds) return { ...arrangement, sort: next }
  const replaced = sort.flatMap((key) => (key.id === id ? next : [key]))
  return { ...arrangement, sort: known ? replaced : [...sort, ...next].slice(-mostSortKeys) }
}
