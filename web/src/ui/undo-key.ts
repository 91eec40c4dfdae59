/** True for Ctrl-Z or Cmd-Z, with or without Shift (redo), but not with Alt. */
export const isUndoKey = ({
  key,
  ctrlKey,
  metaKey,
  altKey,
}: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>): boolean =>
  key.toLowerCase() === 'z' && (ctrlKey || metaKey) && !altKey
