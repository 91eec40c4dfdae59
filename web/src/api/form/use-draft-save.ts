import { failedWith } from '../failure'
import { useSave } from '../use-save'
import { isOutdated, type SavingOver, saveOver } from './save-over'
import { useIsLeft } from './use-is-left'

interface DraftSaveTerms<G, R> extends SavingOver<G, R> {
  touches: Parameters<typeof useSave>[0]['touches'] & object
  /** What is saved, by its name: whoever has left the form meanwhile is told what a failure is about. */
  about?: string | undefined
  /** Saves of the same name wait for each other. */
  queue?: string
  /** Keeps and tells what was saved, whatever has become of the form meanwhile. */
  onSaved?(result: R): void
  /** Closes the form, leads on or begins again: only while the form is still there (see {@link useIsLeft}). */
  leave?(result: R): void
  /** Tells whoever has left the form meanwhile what became of it, where `onSaved` says nothing. */
  tellElsewhere?(result: R): void
  /** Takes what is wrong with fields to these. */
  onRefused?(error: Error): void
}

/** What a form says about its last save. */
export interface DraftSave {
  save(): void
  isSaving: boolean
  /** Why the last save failed, while it is not yet tried again. */
  error: Error | undefined
  /** The last save met changes by others. */
  isOutdated: boolean
}

/**
 * Saves a draft over what others have changed meanwhile (see {@link saveOver}). The form itself says what went wrong; a toast does once
 * the form has been left.
 */
export function useDraftSave<G, R>(terms: DraftSaveTerms<G, R>): DraftSave {
  const { touches, about, queue, onSaved, leave, tellElsewhere, onRefused, ...saving } = terms
  const isLeft = useIsLeft()
  const { mutate, isPending, error } = useSave<SavingOver<G, R>, R>({
    work: saveOver,
    touches,
    shows: () => !isLeft(),
    words: (problem) => [about, problem].filter(Boolean).join(': '),
    ...(queue !== undefined && { queue }),
    onSaved(result) {
      onSaved?.(result)
      if (isLeft()) tellElsewhere?.(result)
      else leave?.(result)
    },
  })
  return {
    save: () => mutate(saving, { onError: (failure) => onRefused?.(failure) }),
    isSaving: isPending,
    error: error && !failedWith(error, 'stepUpRequired') ? error : undefined,
    isOutdated: isOutdated(error),
  }
}
