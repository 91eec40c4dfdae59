import type { ChangeSet } from '@lintel/contract/people/change-sets'
import { usePageShortcuts } from '../../ui/use-page-shortcuts'
import type { ChangeSetRequest } from './change-set-calls'
import { useOpenDialog } from './use-open-dialog'
import { useSteps } from './use-steps'
import { type PartialUndo, useUndo } from './use-undo'

/** An open change set dialog: a preview, the recent ones, or the confirmation of a partial undo. */
export type OpenChangeSet =
  | { at: 'plan'; request: ChangeSetRequest | ChangeSet; attempt?: number }
  | { at: 'recent' }
  | { at: 'partial-undo'; partial: PartialUndo }

/**
 * State of a screen that works with change sets: the open dialog (one of its `Own` or a common one), the undo steps,
 * and undo. The key `.` opens the recent ones. `readAgain` is called after an undo or redo.
 */
export function useChangeSetScreen<Own extends { at: string }>(customer: string, readAgain: () => void) {
  const { open, onOpen, onQueued } = useOpenDialog<Own | OpenChangeSet>()
  usePageShortcuts({ '.': () => onOpen({ at: 'recent' }) })
  const undoChangeSet = useUndo({ onPartial: (partial) => onQueued({ at: 'partial-undo', partial }) })
  const steps = useSteps({
    ...{ customer, undoChangeSet },
    onUndone: readAgain,
    onRedone: readAgain,
    onPreview: (request) => onQueued({ at: 'plan', request }),
  })
  return { open, onOpen, steps, undo: steps.undoStep }
}
