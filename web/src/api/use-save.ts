import { useLingui } from '@lingui/react'
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { failedWith } from './failure'
import { problemText } from './problem-text'
import { reportError } from './report-error'
import { showProblem } from './show-problem'

interface SaveTerms<What, Result> {
  work(what: What): Promise<Result>
  /** Resources and queries that are read again afterwards, whatever came of it: a failed save shows what is stored. */
  touches?: readonly ({ type: string } | { queryKey: QueryKey })[]
  /** True when the screen itself says what went wrong; a toast does otherwise. */
  shows?(error: Error): boolean
  /** What the toast says, given what went wrong in words. */
  words?(problem: string): string
  onSaved?(result: Result, what: What): void
  /** Saves of the same name wait for each other. */
  queue?: string
}

/**
 * The one way in which something is saved. A save that failed is logged and its loading stops (admin-console chapter 8); what
 * went wrong is said once, by the screen or in a toast. Who would rather not prove that it is them is told nothing.
 */
export function useSave<What, Result>({ work, touches = [], shows, words, onSaved, queue }: SaveTerms<What, Result>) {
  const queries = useQueryClient()
  const { i18n } = useLingui()
  return useMutation({
    mutationFn: work,
    ...(queue !== undefined && { scope: { id: queue } }),
    onSuccess: (result, what) => onSaved?.(result, what),
    onError: (error) => {
      if (failedWith(error, 'stepUpRequired')) return
      reportError(error, 'saveFailed')
      if (shows?.(error)) return
      const problem = i18n._(problemText(error))
      showProblem(error, words?.(problem) ?? problem)
    },
    onSettled: () =>
      Promise.all(touches.map((each) => queries.invalidateQueries('type' in each ? { queryKey: [each.type] } : each))),
  })
}
