import { useLingui } from '@lingui/react'
import { useMutation } from '@tanstack/react-query'
import { problemText } from '../../api/problem-text'
import { reportError } from '../../api/report-error'

/**
 * A save of a popover. One that fails is logged and the loading stops (admin-console chapter 8): no alert, the popover
 * stays with what was typed and `problem` says in it what went wrong.
 */
export function useLoggedSave<What>(work: (what: What) => Promise<unknown>, onSaved: (what: What) => void) {
  const { i18n } = useLingui()
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: work,
    onError: (failure) => reportError(failure, 'saveFailed'),
    onSuccess: (_answer, what) => onSaved(what),
  })
  return { save: mutate, isSaving: isPending, error, problem: error ? i18n._(problemText(error)) : undefined, reset }
}
