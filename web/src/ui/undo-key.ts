/** True for the Z that undoes with Ctrl or Command, and with Shift does again; with Alt as well it is another key. */
export const isUndoKey = ({
  key,
  ctrlKey,
  metaKey,
  altKey,
}: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>): boolean =>
  key.toLowerCase() === 'z' && (ctrlKey || metaKey) && !altKey
