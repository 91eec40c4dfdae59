import { type ReactNode, useEffect, useRef } from 'react'
import { MenuItems } from '../menu-items'
import styles from './floating.module.css'
import { FloatingPanel } from './floating-panel'

/** An item; without `run` it is disabled. */
export interface MenuChoice {
  key: string
  label: string
  run: (() => void) | undefined
}

interface FloatingMenuProps {
  /** Names the menu for screen readers. */
  label: string
  /** Shown above the items. */
  title: ReactNode
  /** Rectangle of its anchor in the window. */
  anchorRect: DOMRect
  choices: readonly MenuChoice[]
  onClose(): void
}

/** A menu over the grid, focused when it opens. Arrows move, Enter chooses, Escape and a press outside close it. */
export function FloatingMenu({ label, title, anchorRect, choices, onClose }: FloatingMenuProps) {
  const menu = useRef<HTMLDivElement>(null)

  useEffect(() => menu.current?.querySelector('button')?.focus({ preventScroll: true }), [])

  return (
    <FloatingPanel ref={menu} anchorRect={anchorRect} onClose={onClose}>
      <div className={styles.name}>{title}</div>
      <MenuItems
        label={label}
        items={choices.map(({ key, label, run }) => ({
          key,
          label,
          disabled: run === undefined,
          onChoose: () => run?.(),
        }))}
        onChosen={onClose}
      />
    </FloatingPanel>
  )
}
