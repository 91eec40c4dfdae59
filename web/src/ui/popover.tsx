import { Popover as Floating } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import styles from './popover.module.css'

interface PopoverProps {
  label: string
  /** The button that opens it; gets `aria-expanded` and the rest from `props`. */
  button(props: { onClick(): void; 'aria-expanded': boolean }): ReactNode
  children(close: () => void): ReactNode
  /** What Enter does, except in a text area. Without it there is nothing to submit. */
  onSubmit?(close: () => void): void
  align?: 'start' | 'end'
}

/** A small panel beside its button. Escape and a click elsewhere close it, and the focus returns to the button. */
export function Popover({ label, button, children, onSubmit, align = 'end' }: PopoverProps) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)

  function submit(event: FormEvent) {
    event.preventDefault()
    onSubmit?.(close)
  }

  return (
    <Floating
      opened={isOpen}
      onChange={setOpen}
      position={`bottom-${align}`}
      offset={6}
      trapFocus
      returnFocus
      // Its roles would go to the span around the button; ours stand on the button and the panel themselves.
      withRoles={false}
      closeOnEscape
      shadow="none"
      transitionProps={{ duration: 150, transition: 'fade' }}
    >
      <Floating.Target>
        <span className={styles.anchor}>{button({ onClick: () => setOpen(!isOpen), 'aria-expanded': isOpen })}</span>
      </Floating.Target>
      <Floating.Dropdown className={styles.panel ?? ''} role="dialog" aria-label={label}>
        {onSubmit ? <form onSubmit={submit}>{children(close)}</form> : children(close)}
      </Floating.Dropdown>
    </Floating>
  )
}
