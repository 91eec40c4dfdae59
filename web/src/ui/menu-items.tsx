import { Fragment, type KeyboardEvent, type ReactNode } from 'react'
import { ConsoleIcon, type ConsoleIconName } from './console-icon'
import styles from './menu.module.css'

/** An item of a menu. */
export interface MenuItem {
  key: string
  label: ReactNode
  icon?: ConsoleIconName
  /** Shown as unavailable instead of hidden, so that people know it exists. */
  disabled?: boolean
  /** For radio items: whether it is the chosen one. */
  checked?: boolean
  /** Id of a text that is read after it: the description of a whole menu is skipped by some screen readers. */
  describedBy?: string | undefined
  /** A separator above it. */
  hasSeparator?: boolean
  onChoose(): void
}

interface MenuItemsProps {
  /** Names the menu for screen readers. */
  label: string
  items: readonly MenuItem[]
  /** Called before the chosen item's action. */
  onChosen(): void
}

/** Moves the focus among the items (WAI-ARIA menu pattern). */
function onKeyDown(event: KeyboardEvent<HTMLElement>) {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role^=menuitem]')]
  const now = items.findIndex((item) => item.matches(':focus'))
  const to = { ArrowDown: now + 1, ArrowUp: now - 1, Home: 0, End: -1 }[event.key]
  if (to === undefined) return
  event.preventDefault()
  items.at(to % items.length)?.focus()
}

/** The items of a menu: arrows move the focus, Enter chooses. */
export const MenuItems = ({ label, items, onChosen }: MenuItemsProps) => (
  <div role="menu" tabIndex={-1} aria-label={label} className={styles.items} onKeyDown={onKeyDown}>
    {items.map(({ key, label, icon, disabled, checked, describedBy, hasSeparator, onChoose }) => (
      <Fragment key={key}>
        {hasSeparator && <hr className={styles.line} />}
        <button
          type="button"
          {...(checked === undefined ? { role: 'menuitem' } : { role: 'menuitemradio', 'aria-checked': checked })}
          data-key={key}
          className={styles.item}
          aria-disabled={disabled || undefined}
          aria-describedby={describedBy}
          onClick={() => {
            if (disabled) return
            onChosen()
            onChoose()
          }}
        >
          {icon && <ConsoleIcon name={icon} />}
          {label}
        </button>
      </Fragment>
    ))}
  </div>
)
