import { useLingui } from '@lingui/react'
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { failedWith } from './failure'
import { problemText } from './problem-text'
import { reportError } from './report-error'
import { showProblem } from './show-problem'

interface SaveOptions<What, Result> {
  work(what: What): Promise<Result>
  /** Resources and queries to refetch afterwards, also after a failure: a failed save shows what is stored. */
  invalidates?: readonly ({ type: string } | { queryKey: QueryKey })[]
  /** True when the screen itself shows the failure; otherwise a toast does. */
  handlesError?(error: Error): boolean
  /** The text of the toast, given the text of the problem. */
  describeFailure?(problem: string, error: Error, what: What): string
  onSaved?(result: Result, what: What): void
  /** Saves with the same queue run one after the other. */
  queue?: string
}

/** Refusals of what a person typed to prove who they are: no failures to be logged, of which a page reports a few only. */
const wrongCredentials = [
  'invalidCode',
  'invalid_grant',
  'invalidSession',
  'passwordRejected',
  'wrongPassword',
] as const

/**
 * The one hook for saves. A failed save is logged and its loading state ends (admin-console chapter 8); the failure is shown once, by the
 * screen or in a toast. A declined step-up shows nothing and is no failure: it is left out of what is returned.
 */
export function useSave<What, Result>({
  work,
  invalidates = [],
  handlesError,
  describeFailure,
  onSaved,
  queue,
}: SaveOptions<What, Result>) {
  const queries = useQueryClient()
  const { i18n } = useLingui()
  const save = useMutation({
    mutationFn: work,
    ...(queue !== undefined && { scope: { id: queue } }),
    onSuccess: (result, what) => onSaved?.(result, what),
    onError: (error, what) => {
      if (failedWith(error, 'stepUpRequired')) return
      if (!wrongCredentials.some((code) => failedWith(error, code))) reportError(error, 'saveFailed')
      if (handlesError?.(error)) return
      const problem = i18n._(problemText(error))
      showProblem(error, describeFailure?.(problem, error, what) ?? problem)
    },
    onSettled: () =>
      Promise.all(
        invalidates.map((each) => queries.invalidateQueries('type' in each ? { queryKey: [each.type] } : each)),
      ),
  })
  const error = failedWith(save.error, 'stepUpRequired') ? null : save.error
  return { ...save, error, isError: error !== null }
}
