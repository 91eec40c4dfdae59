import type { QueryClient } from '@tanstack/react-query'

/** What goes on for long after it was asked for. */
const lastingWork = new WeakSet<object>()

/** Marks the work of a save that goes on for long, a project that starts or a download: what waits for saves does not wait for it. */
export function lasting<Work extends object>(work: Work): Work {
  lastingWork.add(work)
  return work
}

/** Resolves when nothing is being saved, but for what is {@link lasting}: what came of each save has been done by then. */
export const savesSettled = (queries: QueryClient): Promise<void> =>
  new Promise((resolve) => {
    let leave = () => {}
    const look = () => {
      if (queries.isMutating({ predicate: ({ options }) => !lastingWork.has(options.mutationFn ?? {}) }) > 0) return
      leave()
      resolve()
    }
    leave = queries.getMutationCache().subscribe(look)
    look()
  })
