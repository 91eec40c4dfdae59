import { useEffect, useState } from 'react'
import type { PartialUndo } from './use-undo'

/** A dialog of a screen, possibly the confirmation of a partial undo. */
interface Dialog {
  at: string
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

/** A repeated confirmation replaces the earlier one. */
const isSame = ({ partial }: Dialog, other: Dialog) => partial !== undefined && partial.id === other.partial?.id
