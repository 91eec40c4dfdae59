import { useQueries } from '@tanstack/react-query'
import type { Card } from './board'
import { isUnselected } from './setting-values'
import { figuresOfWidget } from './widget-figures'

/**
 * Ids of the checklist tables on these cards in which nothing is selected, as far as their figures are loaded. Tables of a project that is
 * deleted or cannot be read are left out: nothing can be selected in them.
 */
export function useUnselected(cards: readonly Card[]): readonly string[] {
  const tables = cards
    .filter(({ stat }) => !stat.deletedAt)
    .flatMap(({ widgets }) => widgets)
    .filter(({ typeName }) => typeName === 'checklists')
  return useQueries({
    queries: tables.map((table) => ({ ...figuresOfWidget(table), enabled: false })),
    combine: (read) =>
      tables
        .filter((table, at) => (read[at]?.data?.state ?? 'read') === 'read' && isUnselected(table, read[at]?.data))
        .map(({ id }) => id),
  })
}
