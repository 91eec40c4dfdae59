import type { ChangeSet } from '@lintel/contract/people/change-sets'
import type { WantedChangeSet } from './change-set-calls'
import { useOpenDialog } from './use-open-dialog'
import { useSteps } from './use-steps'
import { type PartialUndo, useUndo } from './use-undo'

/** A dialog about change sets: the preview of one, those of late, or one of which not everything can be put back. */
export type OpenChangeSet =
  | { at: 'plan'; wanted: WantedChangeSet | ChangeSet; attempt?: number }
  | { at: 'recent' }
  | { at: 'partial-undo'; partial: PartialUndo }

/**
 * What a screen needs that changes things by change sets: the dialog that is open, one of its `Own` or one of those that all of them
 * have, the steps that were done, and how they are undone. `readAgain`: something was undone or done again.
 */
export function useChangeSetScreen<Own extends { at: string }>(customer: string, readAgain: () => void) {
  const { open, onOpen, onArrived } = useOpenDialog<Own | OpenChangeSet>()
  const undoChangeSet = useUndo({ onPartial: (partial) => onArrived({ at: 'partial-undo', partial }) })
  const steps = useSteps({
    ...{ customer, undoChangeSet },
    onUndone: readAgain,
    onRedone: readAgain,
    onPreview: (wanted) => onArrived({ at: 'plan', wanted }),
  })
  return { open, onOpen, steps, undo: steps.undoStep }
}
