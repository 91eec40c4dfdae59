import type { QueryClient } from '@tanstack/react-query'

/** Resolves when nothing is being saved: what came of each save has been done by then. */
export const savesSettled = (queries: QueryClient): Promise<void> =>
  new Promise((resolve) => {
    let leave = () => {}
    const look = () => {
      if (queries.isMutating() > 0) return
      leave()
      resolve()
    }
    leave = queries.getMutationCache().subscribe(look)
    look()
  })
