import type { QueryClient } from '@tanstack/react-query'

/** Mutations that may run for long. */
const longRunningWork = new WeakSet<object>()

/** Marks a mutation that may run for long, such as starting a project or a download: {@link savesSettled} does not wait for it. */
export function longRunning<Work extends object>(work: Work): Work {
  longRunningWork.add(work)
  return work
}

/** Resolves when no save is pending except those marked {@link longRunning}; their callbacks have run by then. */
export const savesSettled = (queries: QueryClient): Promise<void> =>
  new Promise((resolve) => {
    let leave = () => {}
    const check = () => {
      if (queries.isMutating({ predicate: ({ options }) => !longRunningWork.has(options.mutationFn ?? {}) }) > 0) return
      leave()
      resolve()
    }
    leave = queries.getMutationCache().subscribe(check)
    check()
  })
