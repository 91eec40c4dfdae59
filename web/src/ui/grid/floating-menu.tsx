import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import styles from './floating.module.css'

/** Something that can be done; without `run` not now. */
export interface MenuChoice {
  key: string
  words: string
  run: (() => void) | undefined
}

interface FloatingMenuProps {
  /** Names the menu for those who hear it. */
  label: string
  /** Stands above the choices. */
  title: ReactNode
  /** What it belongs to, in the window; it stands below that, or where there is room. */
  beside: DOMRect
  choices: readonly MenuChoice[]
  onClose(): void
}

/** Pixels: the widest it gets, and how high a choice and everything else are for a finger. */
const size = { width: 232, choice: 40, frame: 96 }

/** A menu over the grid. It takes the focus; arrows move, Enter takes, Escape and a press elsewhere close it. */
export function FloatingMenu({ label, title, beside, choices, onClose }: FloatingMenuProps) {
  const menu = useRef<HTMLDivElement>(null)

  // A menu takes the focus when it opens.
  useEffect(() => menu.current?.querySelector('button')?.focus(), [])

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape' || event.key === 'Tab') {
      event.preventDefault()
      event.stopPropagation()
      onClose()
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const buttons = [...(menu.current?.querySelectorAll('button') ?? [])]
    const now = buttons.findIndex((button) => button.matches(':focus'))
    buttons.at((now + step) % buttons.length)?.focus()
  }

  const top = Math.max(8, Math.min(beside.bottom, innerHeight - size.frame - choices.length * size.choice))
  return (
    <>
      <div className={styles.veil} onPointerDown={onClose} />
      <div
        ref={menu}
        role="menu"
        tabIndex={-1}
        aria-label={label}
        className={styles.panel}
        style={{
          left: Math.max(8, Math.min(beside.left, innerWidth - size.width)),
          top,
          maxHeight: `calc(100dvh - ${top + 8}px)`,
        }}
        onKeyDown={onKeyDown}
      >
        <div className={styles.name} role="presentation">
          {title}
        </div>
        {choices.map(({ key, words, run }) => (
          <button
            key={key}
            type="button"
            role="menuitem"
            className={styles.choice}
            aria-disabled={run === undefined}
            onClick={() => {
              if (!run) return
              onClose()
              run()
            }}
          >
            {words}
          </button>
        ))}
      </div>
    </>
  )
}
