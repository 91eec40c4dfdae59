import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { PartialUndo } from '../../shell/change-sets/partial-undo'
import { type Undone, type PartialUndo as UndoneInPart, useUndo } from '../../shell/change-sets/use-undo'
import { useDescribeImport } from './use-describe-step'

/** Gives how an import is undone; where others have changed some of it since, asks first whether the rest is to be put back. */
export function UndoOfImport({ children }: { children(undo: (set: Undone) => void): ReactNode }) {
  const queries = useQueryClient()
  const [partial, setPartial] = useState<UndoneInPart>()
  const describe = useDescribeImport()
  const undo = useUndo({
    // It gave access, and now takes it: whatever is shown is read again.
    onUndone: () => void queries.invalidateQueries(),
    onPartial: setPartial,
  })
  return (
    <>
      {children((set) => void undo(set))}
      {partial && (
        <PartialUndo
          {...{ partial, describe }}
          onUndo={() => void undo(partial, true)}
          onClose={() => setPartial(undefined)}
        />
      )}
    </>
  )
}
