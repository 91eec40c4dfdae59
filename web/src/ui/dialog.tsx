import { type ReactNode, useLayoutEffect, useRef } from 'react'
import styles from './dialog.module.css'
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
 * back where it was.
 */
export function Dialog({ label, onClose, place = 'middle', size = 'plain', children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)

  // The browser's dialog opens by a call, not by an attribute. Closing returns the focus, as long as it stands in the
  // document: a later effect would find it gone.
  useLayoutEffect(() => {
    const opened = dialog.current
    opened?.showModal()
    // It would focus the first control that there is; React's autoFocus comes before anything in it can have it.
    opened?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    return () => opened?.close()
  }, [])

  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      data-place={place}
      data-size={size}
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onKeyDown={submitByEnter}
      onClick={({ target, currentTarget }) => {
        if (target === currentTarget) onClose()
      }}
    >
      <div className={styles.content}>{children}</div>
    </dialog>
  )
}
