import type { KeyboardEvent, ReactNode } from 'react'
import { Button } from './button'
import { Drawing, type DrawingName } from './drawing'
import styles from './menu.module.css'
import { Popover } from './popover'

/** One thing that a menu offers. */
export interface MenuItem {
  key: string
  words: ReactNode
  drawing?: DrawingName
  /** It stays in sight, so that people know it is there, and does nothing. */
  disabled?: boolean
  onChoose(): void
}

interface MenuProps {
  /** Names the button and the menu. */
  label: string
  drawing: DrawingName
  items: readonly MenuItem[]
}

/** Moves the focus among the items (WAI-ARIA menu pattern); letters and the rest are the browser's. */
function onKeyDown(event: KeyboardEvent<HTMLElement>) {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=menuitem]')]
  const now = items.findIndex((item) => item.matches(':focus'))
  const to = { ArrowDown: now + 1, ArrowUp: now - 1, Home: 0, End: -1 }[event.key]
  if (to === undefined) return
  event.preventDefault()
  items.at(to % items.length)?.focus()
}

/** A button that opens a menu of things to do. Arrows move, Enter takes, Escape closes. */
export const Menu = ({ label, drawing, items }: MenuProps) => (
  <Popover
    label={label}
    button={(props) => (
      <Button {...props} size="small" kind="quiet" title={label} aria-label={label} aria-haspopup="menu">
        <Drawing name={drawing} />
      </Button>
    )}
  >
    {(close) => (
      <div role="menu" tabIndex={-1} aria-label={label} className={styles.panel} onKeyDown={onKeyDown}>
        {items.map(({ key, words, drawing: own, disabled, onChoose }) => (
          <button
            key={key}
            type="button"
            role="menuitem"
            className={styles.item}
            aria-disabled={disabled || undefined}
            onClick={() => {
              if (disabled) return
              close()
              onChoose()
            }}
          >
            {own && <Drawing name={own} />}
            {words}
          </button>
        ))}
      </div>
    )}
  </Popover>
)
