import { observable } from './observable'

const open = observable<readonly HTMLDialogElement[]>([])

/** Registers an open dialog as the topmost; returns the function that unregisters it. */
export function registerDialog(dialog: HTMLDialogElement): () => void {
  open.set([...open.value(), dialog])
  return () => open.set(open.value().filter((each) => each !== dialog))
}

/** The topmost dialog: everything outside it is inert. */
export const topmostDialog = (): HTMLDialogElement | undefined => open.value().at(-1)

/** Calls back when a dialog is opened or closed; returns the unsubscribe function. */
export const watchDialogs = open.watch

/** Requests the topmost dialog to close, as Escape does: it may ask for confirmation. False when none is open. */
export function closeTopmostDialog(): boolean {
  const dialog = topmostDialog()
  dialog?.dispatchEvent(new Event('cancel', { cancelable: true }))
  return dialog !== undefined
}
