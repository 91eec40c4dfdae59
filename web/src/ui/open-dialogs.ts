import { observed } from './observed'

const open = observed<readonly HTMLDialogElement[]>([])

/** Notes that a dialog is open, above all that were; gives the way to note that it is not any more. */
export function noteOpenDialog(dialog: HTMLDialogElement): () => void {
  open.set([...open.value(), dialog])
  return () => open.set(open.value().filter((each) => each !== dialog))
}

/** The dialog above all others: everything outside of it is inert. */
export const topmostDialog = (): HTMLDialogElement | undefined => open.value().at(-1)

/** Calls back when a dialog was opened or closed; gives the way to stop. */
export const watchDialogs = open.watch

/** Asks the topmost dialog to close, as Escape does: it may ask first. False when none is open. */
export function closeTopmostDialog(): boolean {
  const dialog = topmostDialog()
  dialog?.dispatchEvent(new Event('cancel', { cancelable: true }))
  return dialog !== undefined
}
