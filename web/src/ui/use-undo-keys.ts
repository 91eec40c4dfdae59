import { handleUndoKey, type UndoHandlers } from './undo-key'
import { usePageKeys } from './use-page-keys'

/** The undo keys on a screen whose grid does not handle them itself: undo and redo the last step. */
export const useUndoKeys = (steps: UndoHandlers): void => usePageKeys((event) => handleUndoKey(event, steps))
