import type { KeyboardEvent } from 'react'
import { isUndoKey } from '../../ui/undo-key'

/** Back, and forth again. */
export interface UndoKeys {
  undo(): void
  redo(): void
}

/** Ctrl-Z and Ctrl-Shift-Z, on a Mac with its own key. True when it was one of them. */
export function undoByKey(event: KeyboardEvent, { undo, redo }: UndoKeys): boolean {
  if (!isUndoKey(event)) return false
  if (event.shiftKey) redo()
  else undo()
  return true
}
