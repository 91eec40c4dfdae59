import type { KeyboardEvent } from 'react'

/** Back, and forth again. */
export interface UndoKeys {
  undo(): void
  redo(): void
}

/** Ctrl-Z and Ctrl-Shift-Z, on a Mac with its own key. True when it was one of them. */
export function undoByKey({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent, { undo, redo }: UndoKeys): boolean {
  if (key.toLowerCase() !== 'z' || !(ctrlKey || metaKey)) return false
  if (shiftKey) redo()
  else undo()
  return true
}
