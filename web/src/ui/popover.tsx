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
import { usePlaceBeside } from './use-place-beside'

interface PopoverProps {
  label: string
  /** A menu says itself what it is: it is no dialog. */
  holds?: 'menu'
  /** The button that opens it; gets `aria-expanded` and the rest from `props`. */
  button(props: { onClick(): void; 'aria-expanded': boolean }): ReactNode
  children(close: () => void): ReactNode
  /** What Enter does, except in a text area. Without it there is nothing to submit. */
  onSubmit?(close: () => void): void
  /** Asked before it opens, when its content has to be fetched first; false when it could not be. */
  onOpening?(): Promise<boolean>
  align?: 'start' | 'end'
}

/** A small panel beside its button. Escape and a click elsewhere close it, and the focus returns to the button. */
export function Popover({ label, holds, button, children, onSubmit, onOpening, align = 'end' }: PopoverProps) {
  // What it is given draws with `toggle` and `close`, which the compiler takes for reading the anchor meanwhile.
  'use no memo'
  const [isOpen, setOpen] = useState(false)
  const anchor = useRef<HTMLSpanElement>(null)

  async function toggle() {
    if (isOpen) setOpen(false)
    else if (!onOpening || (await onOpening())) setOpen(true)
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
          holds={holds}
          anchor={anchor}
          align={align}
          onEscape={close}
          onElsewhere={() => setOpen(false)}
        >
          {onSubmit ? <form onSubmit={submit}>{children(close)}</form> : children(close)}
        </Panel>
      )}
    </>
  )
}

interface PanelProps {
  label: string
  holds: 'menu' | undefined
  anchor: RefObject<HTMLElement | null>
  align: 'start' | 'end'
  onEscape(): void
  onElsewhere(): void
  children: ReactNode
}

const reachable = 'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled)'

function Panel({ label, holds, anchor, align, onEscape, onElsewhere, children }: PanelProps) {
  const panel = useRef<HTMLDivElement>(null)

  usePlaceBeside(panel, anchor, align)

  // What opens takes the focus.
  useLayoutEffect(() => {
    const opened = panel.current
    const first =
      opened?.querySelector<HTMLElement>('[data-autofocus]') ?? opened?.querySelector<HTMLElement>(reachable)
    ;(first ?? opened)?.focus({ preventScroll: true })
  }, [])

  // A click elsewhere is heard by the document.
  useEffect(() => {
    const onPointer = ({ target }: PointerEvent) => {
      const isHere = target instanceof Node && (panel.current?.contains(target) || anchor.current?.contains(target))
      if (!isHere) onElsewhere()
    }
    document.addEventListener('pointerdown', onPointer)
    return () => document.removeEventListener('pointerdown', onPointer)
  }, [anchor, onElsewhere])

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    if (submitByEnter(event)) return
    if (event.key === 'Escape' && !event.defaultPrevented && !isComposing(event)) {
      event.preventDefault()
      event.stopPropagation()
      onEscape()
    } else if (event.key === 'Tab') keepInside(event)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a dialog, or what holds a menu that hears keys itself
    <div
      ref={panel}
      className={styles.panel}
      {...(!holds && { role: 'dialog', 'aria-label': label })}
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      {children}
    </div>
  )
}

/** From the last control Tab goes to the first, and back the other way round: a panel is left by Escape. */
function keepInside(event: KeyboardEvent<HTMLDivElement>) {
  const controls = [...event.currentTarget.querySelectorAll<HTMLElement>(reachable)]
  const [from, to] = event.shiftKey ? [controls.at(0), controls.at(-1)] : [controls.at(-1), controls.at(0)]
  if (document.activeElement !== from || !to) return
  event.preventDefault()
  to.focus()
}
