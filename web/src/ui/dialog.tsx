import { type ReactNode, useLayoutEffect, useRef } from 'react'
import styles from './dialog.module.css'
import { noteFocus } from './focus-return'
import { noteOpenDialog, topmostDialog } from './open-dialogs'
import { submitByEnter } from './submit-by-enter'

interface DialogProps {
  /** Names the dialog for a screen reader. */
  label: string
  onClose(): void
  /** `top` for what is typed into at once, `middle` for a question. */
  place?: 'middle' | 'top'
  /** `wide` for what has columns. */
  size?: 'plain' | 'wide'
  children: ReactNode
}

/**
 * A dialog, open as long as it is drawn. The browser's own: the page behind is inert, Escape closes, and the focus goes
 * back where it was, or near there where that is gone.
 */
export function Dialog({ label, onClose, place = 'middle', size = 'plain', children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const beganBeside = useRef(false)

  // The browser's dialog opens by a call, not by an attribute. Closing returns the focus, as long as it stands in the
  // document: a later effect would find it gone.
  useLayoutEffect(() => {
    const opened = dialog.current
    if (!opened) return
    const returnFocus = noteFocus()
    opened.showModal()
    // It would focus the first control that there is; React's autoFocus comes before anything in it can have it.
    opened.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    const leave = noteOpenDialog(opened)
    // A step that is over takes what had the focus with it: the keyboard goes on in the next one.
    const steps = new MutationObserver(() => {
      if (topmostDialog() === opened && document.activeElement === document.body) focusStep(opened)
    })
    steps.observe(opened, { childList: true, subtree: true })
    return () => {
      steps.disconnect()
      leave()
      opened.close()
      returnFocus()
    }
  }, [])

  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      data-place={place}
      data-size={size}
      aria-label={label}
      onCancel={(event) => {
        // A file chooser that is cancelled says so as well, and closes nothing.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onClose()
      }}
      onKeyDown={submitByEnter}
      // What began or ended inside closes nothing: text that is marked beyond the edge, a button that moves away under the press.
      onPointerDown={({ target, currentTarget }) => {
        beganBeside.current = target === currentTarget
      }}
      onPointerUp={({ target, currentTarget }) => {
        if (target !== currentTarget) beganBeside.current = false
      }}
      onClick={({ target, currentTarget }) => {
        if (target === currentTarget && beganBeside.current) onClose()
      }}
    >
      <div className={styles.content}>{children}</div>
    </dialog>
  )
}

/** Focuses what a step of a dialog is for: what it names itself, its first field, or its heading. */
function focusStep(dialog: HTMLDialogElement) {
  const field = 'input:not(:disabled, [hidden], [type=hidden]), select:not(:disabled), textarea:not(:disabled)'
  const heading = dialog.querySelector<HTMLElement>('h2')
  if (heading) heading.tabIndex = -1
  const place = dialog.querySelector<HTMLElement>('[data-autofocus]') ?? dialog.querySelector<HTMLElement>(field)
  ;(place ?? heading ?? dialog).focus()
}
