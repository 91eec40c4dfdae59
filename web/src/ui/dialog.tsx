import { type ReactNode, useLayoutEffect, useRef } from 'react'
import styles from './dialog.module.css'
import { captureFocus } from './focus-return'
import { registerDialog, topmostDialog } from './open-dialogs'
import { submitByEnter } from './submit-by-enter'

interface DialogProps {
  /** Names the dialog for a screen reader. */
  label: string
  onClose(): void
  /** `top` for dialogs that begin with typing, `middle` for questions. */
  place?: 'middle' | 'top'
  /** `wide` for content in columns. */
  size?: 'plain' | 'wide'
  children: ReactNode
}

/**
 * A modal dialog, open while it is mounted. Uses the browser's `dialog` element: the page behind is inert, Escape
 * closes, and the focus returns to the opener, or near it when that no longer exists.
 */
export function Dialog({ label, onClose, place = 'middle', size = 'plain', children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const pressBeganOnBackdrop = useRef(false)

  // The browser's dialog opens by a method, not by an attribute. The focus is returned in a layout effect, while the dialog is
  // still in the document.
  useLayoutEffect(() => {
    const opened = dialog.current
    if (!opened) return
    const returnFocus = captureFocus()
    opened.showModal()
    // Otherwise the first control has the focus; React's autoFocus runs before the dialog is open.
    opened.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    const unregister = registerDialog(opened)
    // When a step is replaced together with the focused element, the focus moves into the next step.
    const steps = new MutationObserver(() => {
      if (topmostDialog() === opened && document.activeElement === document.body) focusStep(opened)
    })
    steps.observe(opened, { childList: true, subtree: true })
    return () => {
      steps.disconnect()
      unregister()
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
        // Cancelling a file chooser inside fires this event as well, and must not close the dialog.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onClose()
      }}
      onKeyDown={submitByEnter}
      // A press that begins or ends inside does not close: selecting text beyond the edge, or a button that moves during the press.
      onPointerDown={({ target, currentTarget }) => {
        pressBeganOnBackdrop.current = target === currentTarget
      }}
      onPointerUp={({ target, currentTarget }) => {
        if (target !== currentTarget) pressBeganOnBackdrop.current = false
      }}
      onClick={({ target, currentTarget }) => {
        if (target === currentTarget && pressBeganOnBackdrop.current) onClose()
      }}
    >
      <div className={styles.content}>{children}</div>
    </dialog>
  )
}

/** Focuses the element marked `data-autofocus`, else the first field, else the heading. */
function focusStep(dialog: HTMLDialogElement) {
  const field = 'input:not(:disabled, [hidden], [type=hidden]), select:not(:disabled), textarea:not(:disabled)'
  const heading = dialog.querySelector<HTMLElement>('h2')
  if (heading) heading.tabIndex = -1
  const target = dialog.querySelector<HTMLElement>('[data-autofocus]') ?? dialog.querySelector<HTMLElement>(field)
  ;(target ?? heading ?? dialog).focus()
}
