import { useLingui } from '@lingui/react/macro'
import {
  type Arrangement,
  changeColumn,
  fittingWidth,
  isNarrow,
  mostSortKeys,
  moveColumn,
  orderOf,
  shownOf,
} from './arrangement'
import { FloatingMenu } from './floating-menu'
import { defaultColumnWidth, type GridColumn } from './grid-column'
import type { ColumnItem } from './grid-props'

interface ColumnMenuProps {
  columns: readonly GridColumn[]
  /** Natural place of the column it is about. */
  place: number
  beside: DOMRect
  arrangement: Arrangement
  onArrange(next: Arrangement, said: string): void
  /** What else is offered. */
  further: readonly ColumnItem[] | undefined
  onClose(): void
}

/** A step of a column's width by the menu, in pixels. */
const widthStep = 40

/** Everything that can be done with a column, for keyboard and touch as for the pointer. */
export function ColumnMenu({ columns, place, beside, arrangement, onArrange, further, onClose }: ColumnMenuProps) {
  const { t } = useLingui()
  const column = columns[place]
  if (!column) return null
  const { id, title } = column
  const shown = shownOf(columns, arrangement)
  const at = shown.places.indexOf(place)
  const isPinned = at < shown.pinned
  const width = shown.widths[at] ?? defaultColumnWidth
  const sort = (ascending: boolean) => ({ ...arrangement, sort: [{ id, ascending }] })
  const others = arrangement.sort?.filter((key) => key.id !== id) ?? []
  const isSorted = arrangement.sort?.some((key) => key.id === id)
  const then = { ...arrangement, sort: [...others, { id, ascending: true }].slice(-mostSortKeys) }
  const moved = (by: number) => {
    const to = shown.places[at + by]
    return to === undefined || at + by < shown.pinned !== isPinned
      ? undefined
      : moveColumn(columns, arrangement, place, to)
  }
  const first = () => {
    const to = orderOf(columns, arrangement).find(
      (other) => shown.places.indexOf(other) >= (isPinned ? 0 : shown.pinned),
    )
    return to === undefined || to === place ? undefined : moveColumn(columns, arrangement, place, to)
  }
  const change = (what: Parameters<typeof changeColumn>[3]) => changeColumn(columns, arrangement, id, what)
  const choices: { key: string; words: string; said: string; next: Arrangement | undefined }[] = [
    ...(column.isSortable === false
      ? []
      : [
          { key: 'up', words: t`Sort ascending`, said: t`Sorted by ${title}, ascending`, next: sort(true) },
          { key: 'down', words: t`Sort descending`, said: t`Sorted by ${title}, descending`, next: sort(false) },
          ...(others.length > 0
            ? [{ key: 'also', words: t`Then by this column`, said: t`Then by ${title}`, next: then }]
            : []),
          ...(isSorted
            ? [
                {
                  key: 'unsorted',
                  words: t`Clear sorting`,
                  said: t`No longer sorted by ${title}`,
                  next: { ...arrangement, sort: others },
                },
              ]
            : []),
        ]),
    { key: 'first', words: t`Move to the start`, said: t`${title} moved to the start`, next: first() },
    { key: 'left', words: t`Move left`, said: t`${title} moved left`, next: moved(-1) },
    { key: 'right', words: t`Move right`, said: t`${title} moved right`, next: moved(1) },
    ...(isNarrow(column, arrangement)
      ? []
      : [
          {
            key: 'wider',
            words: t`Wider`,
            said: t`${title} is wider`,
            next: change({ width: fittingWidth(width + widthStep) }),
          },
          {
            key: 'narrower',
            words: t`Narrower`,
            said: t`${title} is narrower`,
            next: change({ width: fittingWidth(width - widthStep) }),
          },
        ]),
    isPinned
      ? {
          key: 'pin',
          words: t`Unpin`,
          said: t`${title} is unpinned`,
          next: change({ isPinned: false }),
        }
      : {
          key: 'pin',
          words: t`Pin to the start`,
          said: t`${title} is pinned to the start`,
          next: change({ isPinned: true }),
        },
    ...(column.canHide === false
      ? []
      : [{ key: 'hide', words: t`Hide`, said: t`${title} is hidden`, next: change({ isVisible: false }) }]),
  ]

  return (
    <FloatingMenu
      label={t`Column ${title}`}
      title={title}
      beside={beside}
      choices={[
        ...choices.map(({ key, words, said, next }) => ({ key, words, run: next && (() => onArrange(next, said)) })),
        ...(further ?? []),
      ]}
      onClose={onClose}
    />
  )
}
