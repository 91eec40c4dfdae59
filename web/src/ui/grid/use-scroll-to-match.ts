import { useLayoutEffect } from 'react'
import type { GridProps } from './grid-props'

/** Scrolls back to the first match when a query for rows or columns changes. */
export function useScrollToMatch(searched: GridProps['searched'], scrollTo: (to: ScrollToOptions) => void): void {
  const { rows, columns } = searched ?? {}
  // biome-ignore lint/correctness/useExhaustiveDependencies: when something else is searched for
  useLayoutEffect(() => scrollTo({ top: 0 }), [rows])
  // biome-ignore lint/correctness/useExhaustiveDependencies: when something else is searched for
  useLayoutEffect(() => scrollTo({ left: 0 }), [columns])
}
