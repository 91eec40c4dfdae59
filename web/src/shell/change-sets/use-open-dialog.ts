import { useEffect, useState } from 'react'
import type { PartialUndo } from './use-undo'

/** A dialog of a screen, which may be the question whether a part is undone. */
interface Dialog {
  at: string
  partial?: PartialUndo
}

/**
 * The dialog that is open on a screen. One that comes by itself (`onArrived`), as the answer to what was asked for earlier, waits until the
 * one that is open is closed: what is typed there stays, and no key that is pressed there answers it.
 */
export function useOpenDialog<Own extends Dialog>() {
  const [open, setOpen] = useState<Own>()
  const [arrived, setArrived] = useState<readonly Own[]>([])
  const [next] = arrived

  // The browser closes the one before it first, and gives the focus back.
  useEffect(() => {
    if (!next || (open && !isSame(open, next))) return
    setOpen(next)
    setArrived((all) => all.filter((each) => each !== next))
  }, [open, next])

  return { open, onOpen: setOpen, onArrived: (dialog: Own) => setArrived((all) => [...all, dialog]) }
}

/** A question that is asked once more stands once, as it is asked last. */
const isSame = ({ partial }: Dialog, other: Dialog) => partial !== undefined && partial.id === other.partial?.id
