import { type ReactNode, useEffect, useRef } from 'react'
import { MenuItems } from '../menu-items'
import styles from './floating.module.css'
import { FloatingPanel } from './floating-panel'

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

/** A menu over the grid. It takes the focus; arrows move, Enter takes, Escape and a press elsewhere close it. */
export function FloatingMenu({ label, title, beside, choices, onClose }: FloatingMenuProps) {
  const menu = useRef<HTMLDivElement>(null)

  // A menu takes the focus when it opens.
  useEffect(() => menu.current?.querySelector('button')?.focus({ preventScroll: true }), [])

  return (
    <FloatingPanel ref={menu} beside={beside} onClose={onClose}>
      <div className={styles.name}>{title}</div>
      <MenuItems
        label={label}
        items={choices.map(({ key, words, run }) => ({
          key,
          words,
          disabled: run === undefined,
          onChoose: () => run?.(),
        }))}
        onTaken={onClose}
      />
    </FloatingPanel>
  )
}
