import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { PartialUndo } from '../../shell/change-sets/partial-undo'
import { type UndoableChangeSet, type PartialUndo as UndoneInPart, useUndo } from '../../shell/change-sets/use-undo'
import { useDescribeImport } from './use-describe-step'

/** Passes a function that undoes an import to its children. If others have changed part of it since, asks before undoing the rest. */
export function UndoImport({ children }: { children(undo: (set: UndoableChangeSet) => void): ReactNode }) {
  const queries = useQueryClient()
  const [partial, setPartial] = useState<UndoneInPart>()
  const describe = useDescribeImport()
  const undo = useUndo({
    // An import changes access, so everything on screen is refetched.
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
