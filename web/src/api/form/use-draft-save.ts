import { useSave } from '../use-save'
import { isOutdated, type RebasedSave, saveRebased } from './save-rebased'
import { useIsLeft } from './use-is-left'

interface DraftSaveOptions<G, R> extends RebasedSave<G, R> {
  invalidates: Parameters<typeof useSave>[0]['invalidates'] & object
  /** The name of what is saved: a failure toast shown after the form was left mentions it. */
  about?: string | undefined
  /** Saves with the same queue run one after the other. */
  queue?: string
  /** Stores and announces the result, even if the form has been left. */
  onSaved?(result: R): void
  /** Closes the form, navigates or restarts; only while the form is open (see {@link useIsLeft}). */
  leave?(result: R): void
  /** Announces the result after the form has been left, where `onSaved` does not. */
  notifyAfterLeaving?(result: R): void
  /** Shows field errors on the fields. */
  onRefused?(error: Error): void
}

/** The state of a form's last save. */
export interface DraftSave {
  save(): void
  isSaving: boolean
  /** The failure of the last save, until the next attempt. */
  error: Error | undefined
  /** The last save failed because of changes by others. */
  isOutdated: boolean
}

/**
 * Saves a draft, rebased on changes by others (see {@link saveRebased}). The form shows a failure; a toast does once the form has been
 * left.
 */
export function useDraftSave<G, R>(terms: DraftSaveOptions<G, R>): DraftSave {
  const { invalidates, about, queue, onSaved, leave, notifyAfterLeaving, onRefused, ...saving } = terms
  const isLeft = useIsLeft()
  const { mutate, isPending, error } = useSave<RebasedSave<G, R>, R>({
    work: saveRebased,
    invalidates,
    handlesError: () => !isLeft(),
    describeFailure: (problem) => [about, problem].filter(Boolean).join(': '),
    ...(queue !== undefined && { queue }),
    onSaved(result) {
      onSaved?.(result)
      if (isLeft()) notifyAfterLeaving?.(result)
      else leave?.(result)
    },
  })
  return {
    save: () => mutate(saving, { onError: (failure) => onRefused?.(failure) }),
    isSaving: isPending,
    error: error ?? undefined,
    isOutdated: isOutdated(error),
  }
}
