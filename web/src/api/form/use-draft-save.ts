import { useSave } from '../use-save'
import { isOutdated } from './save-rebased'
import type { EditedDraft } from './use-draft'
import { useIsLeft } from './use-is-left'

/** A save of a draft, and what follows its result. */
export interface DraftSaveOptions<R> {
  send(): Promise<R>
  invalidates: Parameters<typeof useSave>[0]['invalidates'] & object
  /** The name of what is saved: a failure toast shown after the form was left mentions it. */
  about?: string | undefined
  /** Saves with the same queue run one after the other. */
  queue?: string
  /** The draft of a form that is left after its save, unless it has been edited since the save was sent. */
  draft?: EditedDraft | undefined
  /** Stores and announces the result, even if the form has been left. */
  onSaved?(result: R): void
  /** Closes the form or navigates; only while it is open (see {@link useIsLeft}) and `draft` has not been edited since. */
  leave?(result: R): void
  /** Announces the result after the form has been left, where `onSaved` does not. */
  notifyAfterLeaving?(result: R): void
  /** Shows field errors on the fields. */
  onRefused?(error: Error): void
}

/** A save with the draft as it was sent. */
interface SentDraft<R> extends Pick<DraftSaveOptions<R>, 'send'> {
  sent: EditedDraft | undefined
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

/** Saves a draft. The form shows a failure; a toast does once the form has been left. */
export function useDraftSave<R>(terms: DraftSaveOptions<R>): DraftSave {
  const { send, invalidates, about, queue, draft, onSaved, leave, notifyAfterLeaving, onRefused } = terms
  const isLeft = useIsLeft()
  const { mutate, isPending, error } = useSave<SentDraft<R>, R>({
    work: (sending) => sending.send(),
    invalidates,
    handlesError: () => !isLeft(),
    describeFailure: (problem) => [about, problem].filter(Boolean).join(': '),
    ...(queue !== undefined && { queue }),
    onSaved(result, { sent }) {
      onSaved?.(result)
      if (isLeft()) notifyAfterLeaving?.(result)
      else if (sent && draft?.isEditedSince(sent)) draft.continueFrom(sent)
      else leave?.(result)
    },
  })
  return {
    save: () => mutate({ send, sent: draft }, { onError: (failure) => onRefused?.(failure) }),
    isSaving: isPending,
    error: error ?? undefined,
    isOutdated: isOutdated(error),
  }
}
