import { type ReactNode, useId, useState } from 'react'
import styles from './hint.module.css'
import { helpCircle } from './icons/help-circle'
import { SvgIcon } from './svg-icon'

/** A help button with a tooltip on hover, focus or tap; Escape hides it (WCAG 1.4.13). `label` names the button. */
export function Hint({ label, children }: { label: string; children: ReactNode }) {
  const id = useId()
  const [open, setOpen] = useState(false)
  return (
    <span className={styles.anchor} onPointerEnter={() => setOpen(true)} onPointerLeave={() => setOpen(false)}>
      <button
        type="button"
        className={styles.button}
        aria-label={label}
        aria-describedby={id}
        onClick={() => setOpen(true)}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setOpen(false)
        }}
      >
        <SvgIcon icon={helpCircle} size={16} />
      </button>
      <span id={id} role="tooltip" className={styles.bubble} hidden={!open}>
        {children}
      </span>
    </span>
  )
}
