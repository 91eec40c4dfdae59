import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { isComposing } from './composing'
import styles from './popover.module.css'
import { submitByEnter } from './submit-by-enter'
import { useAnchoredPosition } from './use-anchored-position'

interface PopoverProps {
  label: string
  /** A menu has its own role: the panel is then no dialog. */
  content?: 'menu'
  /** The button that opens it; spread `props` on it. */
  button(props: { onClick(): void; 'aria-expanded': boolean }): ReactNode
  children(close: () => void): ReactNode
  /** Called on Enter, except in a text area. Without it there is no form. */
  onSubmit?(close: () => void): void
  /** Called before it opens, to load its content; false when that failed. */
  onBeforeOpen?(): Promise<boolean>
  align?: 'start' | 'end'
}

/** A small panel at its button. Escape and a click outside close it, and the focus returns to the button. */
export function Popover({ label, content, button, children, onSubmit, onBeforeOpen, align = 'end' }: PopoverProps) {
  // The render props call `toggle` and `close`, which the compiler mistakes for reading the ref during rendering.
  'use no memo'
  const [isOpen, setOpen] = useState(false)
  const anchor = useRef<HTMLSpanElement>(null)

  async function toggle() {
    if (isOpen) setOpen(false)
    else if (!onBeforeOpen || (await onBeforeOpen())) setOpen(true)
  }

  function close() {
    anchor.current?.querySelector('button')?.focus()
    setOpen(false)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    onSubmit?.(close)
  }

  return (
    <>
      <span ref={anchor} className={styles.anchor}>
        {button({ onClick: toggle, 'aria-expanded': isOpen })}
      </span>
      {isOpen && (
        <Panel
          label={label}
          content={content}
          anchor={anchor}
          align={align}
          onEscape={close}
          onClickOutside={() => setOpen(false)}
        >
          {onSubmit ? <form onSubmit={submit}>{children(close)}</form> : children(close)}
        </Panel>
      )}
    </>
  )
}

interface PanelProps {
  label: string
  content: 'menu' | undefined
  anchor: RefObject<HTMLElement | null>
  align: 'start' | 'end'
  onEscape(): void
  onClickOutside(): void
  children: ReactNode
}

const focusable = 'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled)'

function Panel({ label, content, anchor, align, onEscape, onClickOutside, children }: PanelProps) {
  const panel = useRef<HTMLDivElement>(null)

  useAnchoredPosition(panel, anchor, align)

  // Focuses the panel when it opens.
  useLayoutEffect(() => {
    const opened = panel.current
    const first =
      opened?.querySelector<HTMLElement>('[data-autofocus]') ?? opened?.querySelector<HTMLElement>(focusable)
    ;(first ?? opened)?.focus({ preventScroll: true })
  }, [])

  // Clicks outside are caught on the document.
  useEffect(() => {
    const onPointer = ({ target }: PointerEvent) => {
      const isInside = target instanceof Node && (panel.current?.contains(target) || anchor.current?.contains(target))
      if (isInside) return
      // A search applies what was typed when its field loses the focus, which a removed field does without an event.
      const focused = document.activeElement
      if (focused instanceof HTMLElement && panel.current?.contains(focused)) focused.blur()
      onClickOutside()
    }
    document.addEventListener('pointerdown', onPointer)
    return () => document.removeEventListener('pointerdown', onPointer)
  }, [anchor, onClickOutside])

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    if (submitByEnter(event)) return
    if (event.key === 'Escape' && !event.defaultPrevented && !isComposing(event)) {
      event.preventDefault()
      event.stopPropagation()
      onEscape()
    } else if (event.key === 'Tab') trapFocus(event)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a dialog, or what holds a menu that hears keys itself
    <div
      ref={panel}
      className={styles.panel}
      {...(!content && { role: 'dialog', 'aria-label': label })}
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      {children}
    </div>
  )
}

/** Keeps Tab within the panel; Escape leaves it. */
function trapFocus(event: KeyboardEvent<HTMLDivElement>) {
  const controls = [...event.currentTarget.querySelectorAll<HTMLElement>(focusable)]
  const [from, to] = event.shiftKey ? [controls.at(0), controls.at(-1)] : [controls.at(-1), controls.at(0)]
  if (document.activeElement !== from || !to) return
  event.preventDefault()
  to.focus()
}
