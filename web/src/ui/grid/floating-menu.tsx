import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { MenuItems } from '../menu-items'
import { usePlaceBeside } from '../use-place-beside'
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

/** A menu over the grid. It takes the focus; arrows move, Enter takes, Escape and a press elsewhere close it. */
export function FloatingMenu({ label, title, beside, choices, onClose }: FloatingMenuProps) {
  const menu = useRef<HTMLDivElement>(null)
  usePlaceBeside(menu, beside, 'start')

  // A menu takes the focus when it opens.
  useEffect(() => menu.current?.querySelector('button')?.focus({ preventScroll: true }), [])

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' && event.key !== 'Tab') return
    event.preventDefault()
    event.stopPropagation()
    onClose()
  }

  return (
    <>
      <div className={styles.veil} onPointerDown={onClose} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys come to it from the menu within */}
      <div
        ref={menu}
        className={styles.panel}
        // A finger that is lifted over it takes the focus from its items: the keys stay with it.
        tabIndex={-1}
        onKeyDown={onKeyDown}
      >
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
      </div>
    </>
  )
}
