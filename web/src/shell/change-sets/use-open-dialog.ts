import type { ChangeSet } from '@lintel/contract/people/change-sets'
import { useEffect, useState } from 'react'
import type { ChangeSetRequest } from './change-set-calls'
import { undoListOf } from './undo-list'
import type { PartialUndo } from './use-undo'

/** A dialog of a screen, possibly a preview or the confirmation of a partial undo. */
interface Dialog {
  at: string
  request?: ChangeSetRequest | ChangeSet
  partial?: PartialUndo
}

/**
 * The open dialog of a screen. A dialog that opens by itself (`onQueued`), after an earlier request, waits until the
 * open one is closed, so that it neither discards typed text nor takes a key press.
 */
export function useOpenDialog<Own extends Dialog>() {
  const [open, setOpen] = useState<Own>()
  const [queued, setQueued] = useState<readonly Own[]>([])
  const [next] = queued

  // After the browser has closed the previous one and returned the focus.
  useEffect(() => {
    if (!next || (open && !isSame(open, next))) return
    setOpen(next)
    setQueued((all) => all.filter((each) => each !== next))
  }, [open, next])

  return { open, onOpen: setOpen, onQueued: (dialog: Own) => setQueued((all) => [...all, dialog]) }
}

/** A repeated confirmation, or preview of a redo, replaces the earlier one. */
const isSame = (dialog: Dialog, other: Dialog) => stepIn(dialog) !== undefined && stepIn(dialog) === stepIn(other)

/** The id of the step that a dialog undoes or redoes. */
const stepIn = ({ partial, request }: Dialog) =>
  partial?.id ?? (request && undoListOf(request.customer).stepPreviewed(request)?.id)
