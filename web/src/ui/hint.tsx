import { type ReactNode, useId, useState } from 'react'
import { Drawn } from './drawn'
import styles from './hint.module.css'
import { helpCircle } from './icons/help-circle'

/** A question mark that explains on hover, focus or tap; Escape puts it away (WCAG 1.4.13). `label` names the button. */
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
        <Drawn drawing={helpCircle} size={16} />
      </button>
      <span id={id} role="tooltip" className={styles.bubble} hidden={!open}>
        {children}
      </span>
    </span>
  )
}
