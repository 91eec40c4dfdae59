import { type ReactNode, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { isComposing } from './composing'
import styles from './dialog.module.css'
import { captureFocus } from './focus-return'
import { registerDialog, topmostDialog } from './open-dialogs'
import { submitByEnter } from './submit-by-enter'

interface DialogProps {
  /** Names the dialog for a screen reader. */
  label: string
  /** Id of the text that is read after the label. */
  describedBy?: string | undefined
  onClose(): void
  /** `top` for dialogs that begin with typing, `middle` for questions. */
  place?: 'middle' | 'top'
  /** `wide` for content in columns. */
  size?: 'plain' | 'wide'
  children: ReactNode
}

/**
 * A modal dialog, open while it is mounted. Uses the browser's `dialog` element: the page behind is inert, Escape
 * closes, and the focus returns to the opener, or near it when that no longer exists. Only `onClose` decides whether it
 * closes: a dialog that stays mounted stays open.
 */
export function Dialog({ label, describedBy, onClose, place = 'middle', size = 'plain', children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const pressBeganOnBackdrop = useRef(false)
  const requestClose = useEffectEvent(onClose)

  // The browser's dialog opens by a method, not by an attribute. The focus is returned in a layout effect, while the dialog is
  // still in the document.
  useLayoutEffect(() => {
    const opened = dialog.current
    if (!opened) return
    const returnFocus = captureFocus()
    show(opened)
    const unregister = registerDialog(opened)
    // A dialog that opened without a control has the focus itself until it has one, unless the person does something in it
    // before.
    let isWithoutControl = document.activeElement === opened
    for (const type of ['focusin', 'pointerdown', 'keydown'])
      opened.addEventListener(type, ({ target }) => {
        // It has the focus again when the person comes back to the window.
        if (type !== 'focusin' || target !== opened) isWithoutControl = false
      })
    // When a step is replaced together with the focused element, the focus moves into the next step.
    const steps = new MutationObserver(() => {
      if (topmostDialog() !== opened) return
      if (document.activeElement === document.body) focusStep(opened)
      else if (isWithoutControl && document.activeElement === opened) firstField(opened)?.focus()
    })
    steps.observe(opened, { childList: true, subtree: true })
    // At the document, since the focus may be on nothing, and after everything inside that uses the key for itself.
    const onKeyDown = (event: KeyboardEvent) => {
      if (topmostDialog() !== opened || !isEscape(event) || hasOpenPicker(opened)) return
      // Without this, the browser requests the close itself, and forces it when pressed again without another action.
      event.preventDefault()
      // A key held down is one request.
      if (!event.repeat) requestClose()
    }
    const onForcedClose = () => {
      // The event comes later than the close: the dialog may be open again.
      if (opened.open) return
      showAgain(opened)
      if (topmostDialog() === opened) requestClose()
    }
    document.addEventListener('keydown', onKeyDown)
    opened.addEventListener('close', onForcedClose)
    return () => {
      document.removeEventListener('keydown', onKeyDown)
      opened.removeEventListener('close', onForcedClose)
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
      aria-describedby={describedBy}
      onCancel={(event) => {
        // Cancelling a file chooser inside fires this event as well, and must not close the dialog.
        if (event.target !== event.currentTarget) return
        // A forced close cannot be prevented; its `close` event follows.
        if (!event.cancelable) return
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

/** Opens a dialog, with the focus on the element marked `data-autofocus`, else on the first control. */
function show(dialog: HTMLDialogElement) {
  dialog.showModal()
  // React's autoFocus runs before the dialog is open.
  dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus()
}

/**
 * Opens a dialog that the browser has closed, as it may on Back (Android) or on another close request without a user
 * activation in between (HTML, close watchers); below a dialog that is open on top of it.
 */
function showAgain(dialog: HTMLDialogElement) {
  show(dialog)
  const topmost = topmostDialog()
  if (!topmost?.open || topmost === dialog) return
  topmost.close()
  show(topmost)
}

/** Whether the key is an Escape that nothing has handled yet. */
const isEscape = (event: KeyboardEvent): boolean =>
  event.key === 'Escape' && !event.defaultPrevented && !isComposing({ nativeEvent: event, keyCode: event.keyCode })

/** Whether a list or a calendar of the browser is open, which Escape closes first. `:is` ignores what a browser does not know. */
const hasOpenPicker = (dialog: HTMLDialogElement): boolean =>
  Boolean(dialog.querySelector(':is(select:open, input:open)'))

/** The element marked `data-autofocus`, else the first field. */
const firstField = (dialog: HTMLDialogElement) =>
  dialog.querySelector<HTMLElement>('[data-autofocus]') ??
  dialog.querySelector<HTMLElement>(
    'input:not(:disabled, [hidden], [type=hidden]), select:not(:disabled), textarea:not(:disabled)',
  )

/** Focuses the first field, else the heading. */
function focusStep(dialog: HTMLDialogElement) {
  const heading = dialog.querySelector<HTMLElement>('h2')
  if (heading) heading.tabIndex = -1
  ;(firstField(dialog) ?? heading ?? dialog).focus()
}
