import type { KeyboardEvent } from 'react'
import { isUndoKey } from '../../ui/undo-key'

/** Undo and redo. */
export interface UndoHandlers {
  undo(): void
  redo(): void
}

/** Handles Ctrl-Z and Ctrl-Shift-Z (Cmd on a Mac). Returns whether the event was one of them. */
export function handleUndoKey(event: KeyboardEvent, { undo, redo }: UndoHandlers): boolean {
  if (!isUndoKey(event)) return false
  if (event.shiftKey) redo()
  else undo()
  return true
}
