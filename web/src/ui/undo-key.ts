/** Undo and redo. */
export interface UndoHandlers {
  undo(): void
  redo(): void
}

/** Those of a widget that may have none. */
type OptionalHandlers = { [Step in keyof UndoHandlers]?: UndoHandlers[Step] | undefined }

type KeyStroke = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** The step of Ctrl-Z, or of Ctrl-Shift-Z and Ctrl-Y (Cmd on a Mac); undefined for other keys. AltGr is reported as Ctrl with Alt. */
function undoStepOf({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyStroke): keyof UndoHandlers | undefined {
  if (!(ctrlKey || metaKey) || altKey) return undefined
  const letter = key.toLowerCase()
  if (letter === 'z') return shiftKey ? 'redo' : 'undo'
  return letter === 'y' ? 'redo' : undefined
}

/** Undoes or redoes by these keys. Returns whether it did. */
export function handleUndoKey(keys: KeyStroke, handlers: OptionalHandlers): boolean {
  const step = undoStepOf(keys)
  const run = step && handlers[step]
  run?.()
  return run !== undefined
}
