import { failedWith } from '../failure'
import { useSave } from '../use-save'
import { isOutdated, type SavingOver, saveOver } from './save-over'

interface DraftSaveTerms<G, R> extends SavingOver<G, R> {
  touches: Parameters<typeof useSave>[0]['touches'] & object
  onSaved(result: R): void
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

/** Saves a draft over what others have changed meanwhile (see {@link saveOver}); the form itself says what went wrong. */
export function useDraftSave<G, R>({ touches, onSaved, onRefused, ...saving }: DraftSaveTerms<G, R>): DraftSave {
  const { mutate, isPending, error } = useSave<SavingOver<G, R>, R>({
    work: saveOver,
    touches,
    shows: () => true,
    onSaved,
  })
  return {
    save: () => mutate(saving, { onError: (failure) => onRefused?.(failure) }),
    isSaving: isPending,
    error: error && !failedWith(error, 'stepUpRequired') ? error : undefined,
    isOutdated: isOutdated(error),
  }
}
