import type { ChangeSet } from '@lintel/contract/people/change-sets'
import { useState } from 'react'
import type { WantedChangeSet } from './change-set-calls'
import { useSteps } from './use-steps'
import { type PartialUndo, type Undone, useUndo } from './use-undo'

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
  const [open, setOpen] = useState<Own | OpenChangeSet>()
  const undoChangeSet = useUndo({
    onUndone: readAgain,
    onPartial: (partial) => setOpen({ at: 'partial-undo', partial }),
  })
  const steps = useSteps({
    ...{ customer, undoChangeSet },
    onUndone: readAgain,
    onRedone: readAgain,
    onPreview: (wanted) => setOpen({ at: 'plan', wanted }),
  })
  return {
    open,
    onOpen: setOpen,
    steps,
    undo: (set: Undone, isPartial = false) => (isPartial ? void undoChangeSet(set, true) : steps.undoStep(set)),
  }
}
