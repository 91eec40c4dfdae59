import { type RebasedSave, saveRebased } from './save-rebased'
import { type DraftSave, type DraftSaveOptions, useDraftSave } from './use-draft-save'

/** Saves the draft of something stored, rebased on changes by others (see {@link saveRebased}). */
export const useRebasedSave = <G, R>({
  baseline,
  send,
  reload,
  hasConflicts,
  ...terms
}: Omit<DraftSaveOptions<R>, 'send'> & RebasedSave<G, R>): DraftSave =>
  useDraftSave({ ...terms, send: () => saveRebased({ baseline, send, reload, hasConflicts }) })
