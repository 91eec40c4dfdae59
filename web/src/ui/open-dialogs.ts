let open: readonly HTMLDialogElement[] = []
const listeners = new Set<() => void>()

function change(next: readonly HTMLDialogElement[]) {
  open = next
  for (const listener of listeners) listener()
}

/** Notes that a dialog is open, above all that were; gives the way to note that it is not any more. */
export function noteOpenDialog(dialog: HTMLDialogElement): () => void {
  change([...open, dialog])
  return () => change(open.filter((each) => each !== dialog))
}

/** The dialog above all others: everything outside of it is inert. */
export const topmostDialog = (): HTMLDialogElement | undefined => open.at(-1)

/** Calls back when a dialog was opened or closed; gives the way to stop. */
export function watchDialogs(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Asks the topmost dialog to close, as Escape does: it may ask first. False when none is open. */
export function closeTopmostDialog(): boolean {
  const dialog = topmostDialog()
  dialog?.dispatchEvent(new Event('cancel', { cancelable: true }))
  return dialog !== undefined
}
