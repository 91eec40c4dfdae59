import { useLingui } from '@lingui/react/macro'
import {
  type Arrangement,
  changeColumn,
  clampColumnWidth,
  columnOrder,
  isNarrow,
  maxSortKeys,
  moveColumn,
  visibleColumns,
} from './arrangement'
import { FloatingMenu } from './floating-menu'
import { defaultColumnWidth, type GridColumn } from './grid-column'
import type { ColumnItem, GridProps } from './grid-props'

interface ColumnMenuProps {
  columns: readonly GridColumn[]
  /** Index of the column in `columns`. */
  columnIndex: number
  anchorRect: DOMRect
  arrangement: Arrangement
  /** Whether a filter leaves the column visible: columns move past those that are. */
  isIncluded: GridProps['isIncluded'] | undefined
  onArrange(next: Arrangement, announcement: string): void
  /** Further items. */
  additionalItems: readonly ColumnItem[] | undefined
  onClose(): void
}

/** Step of “Wider” and “Narrower”, in pixels. */
const widthStep = 40

/** All actions on a column, for keyboard and touch as well as for the pointer. */
export function ColumnMenu({
  columns,
  columnIndex,
  anchorRect,
  arrangement,
  isIncluded,
  onArrange,
  additionalItems,
  onClose,
}: ColumnMenuProps) {
  const { t } = useLingui()
  const column = columns[columnIndex]
  if (!column) return null
  const { id, title } = column
  const visible = visibleColumns(columns, arrangement, isIncluded)
  const at = visible.columnIndexes.indexOf(columnIndex)
  const isPinned = at < visible.pinned
  const width = visible.widths[at] ?? defaultColumnWidth
  const sort = (ascending: boolean) => ({ ...arrangement, sort: [{ id, ascending }] })
  const others = arrangement.sort?.filter((key) => key.id !== id) ?? []
  const isSorted = arrangement.sort?.some((key) => key.id === id)
  const then = { ...arrangement, sort: [...others, { id, ascending: true }].slice(-maxSortKeys) }
  const moved = (by: number) => {
    const to = visible.columnIndexes[at + by]
    return to === undefined || at + by < visible.pinned !== isPinned
      ? undefined
      : moveColumn(columns, arrangement, columnIndex, to)
  }
  const first = () => {
    const to = columnOrder(columns, arrangement).find(
      (other) => visible.columnIndexes.indexOf(other) >= (isPinned ? 0 : visible.pinned),
    )
    return to === undefined || to === columnIndex ? undefined : moveColumn(columns, arrangement, columnIndex, to)
  }
  const change = (what: Parameters<typeof changeColumn>[3]) => changeColumn(columns, arrangement, id, what)
  const choices: { key: string; label: string; announcement: string; next: Arrangement | undefined }[] = [
    ...(column.isSortable === false
      ? []
      : [
          { key: 'up', label: t`Sort ascending`, announcement: t`Sorted by ${title}, ascending`, next: sort(true) },
          {
            key: 'down',
            label: t`Sort descending`,
            announcement: t`Sorted by ${title}, descending`,
            next: sort(false),
          },
          ...(others.length > 0
            ? [{ key: 'also', label: t`Then by this column`, announcement: t`Then by ${title}`, next: then }]
            : []),
          ...(isSorted
            ? [
                {
                  key: 'unsorted',
                  label: t`Clear sorting`,
                  announcement: t`No longer sorted by ${title}`,
                  next: { ...arrangement, sort: others },
                },
              ]
            : []),
        ]),
    { key: 'first', label: t`Move to the start`, announcement: t`${title} moved to the start`, next: first() },
    { key: 'left', label: t`Move left`, announcement: t`${title} moved left`, next: moved(-1) },
    { key: 'right', label: t`Move right`, announcement: t`${title} moved right`, next: moved(1) },
    ...(isNarrow(column, arrangement)
      ? []
      : [
          {
            key: 'wider',
            label: t`Wider`,
            announcement: t`${title} is wider`,
            next: change({ width: clampColumnWidth(width + widthStep) }),
          },
          {
            key: 'narrower',
            label: t`Narrower`,
            announcement: t`${title} is narrower`,
            next: change({ width: clampColumnWidth(width - widthStep) }),
          },
        ]),
    isPinned
      ? {
          key: 'pin',
          label: t`Unpin`,
          announcement: t`${title} is unpinned`,
          next: change({ isPinned: false }),
        }
      : {
          key: 'pin',
          label: t`Pin to the start`,
          announcement: t`${title} is pinned to the start`,
          next: change({ isPinned: true }),
        },
    ...(column.canHide === false
      ? []
      : [{ key: 'hide', label: t`Hide`, announcement: t`${title} is hidden`, next: change({ isVisible: false }) }]),
  ]

  return (
    <FloatingMenu
      label={t`Column ${title}`}
      title={title}
      anchorRect={anchorRect}
      choices={[
        ...choices.map(({ key, label, announcement, next }) => ({
          key,
          label,
          run: next && (() => onArrange(next, announcement)),
        })),
        ...(additionalItems ?? []),
      ]}
      onClose={onClose}
    />
  )
}
