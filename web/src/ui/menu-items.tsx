import { Fragment, type KeyboardEvent, type ReactNode } from 'react'
import { Drawing, type DrawingName } from './drawing'
import styles from './menu.module.css'

/** One thing that a menu offers. */
export interface MenuItem {
  key: string
  words: ReactNode
  drawing?: DrawingName
  /** It stays in sight, so that people know it is there, and does nothing. */
  disabled?: boolean
  /** Whether it is the one that counts now, of several of which one does. */
  checked?: boolean
  /** A line stands above it. */
  hasLine?: boolean
  onChoose(): void
}

interface MenuItemsProps {
  /** Names the menu for those who hear it. */
  label: string
  items: readonly MenuItem[]
  /** Called before what was chosen is done. */
  onTaken(): void
}

/** Moves the focus among the items (WAI-ARIA menu pattern); letters and the rest are the browser's. */
function onKeyDown(event: KeyboardEvent<HTMLElement>) {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role^=menuitem]')]
  const now = items.findIndex((item) => item.matches(':focus'))
  const to = { ArrowDown: now + 1, ArrowUp: now - 1, Home: 0, End: -1 }[event.key]
  if (to === undefined) return
  event.preventDefault()
  items.at(to % items.length)?.focus()
}

/** What every menu is made of: its items, among which arrows move; Enter takes the one that has the focus. */
export const MenuItems = ({ label, items, onTaken }: MenuItemsProps) => (
  <div role="menu" tabIndex={-1} aria-label={label} className={styles.items} onKeyDown={onKeyDown}>
    {items.map(({ key, words, drawing, disabled, checked, hasLine, onChoose }) => (
      <Fragment key={key}>
        {hasLine && <hr className={styles.line} />}
        <button
          type="button"
          {...(checked === undefined ? { role: 'menuitem' } : { role: 'menuitemradio', 'aria-checked': checked })}
          data-key={key}
          className={styles.item}
          aria-disabled={disabled || undefined}
          onClick={() => {
            if (disabled) return
            onTaken()
            onChoose()
          }}
        >
          {drawing && <Drawing name={drawing} />}
          {words}
        </button>
      </Fragment>
    ))}
  </div>
)
