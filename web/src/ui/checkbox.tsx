import { type ComponentProps, type ReactNode, useId } from 'react'
import styles from './checkbox.module.css'

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: ReactNode
  hint?: ReactNode
}

/** A native checkbox in our drawing, with its words beside it and perhaps a hint below them. */
export function Checkbox({ label, hint, ...input }: CheckboxProps) {
  const id = useId()
  const row = (
    <label className={styles.row}>
      <input {...(hint && { 'aria-describedby': id })} {...input} type="checkbox" className={styles.box} />
      <span>{label}</span>
    </label>
  )
  if (!hint) return row
  return (
    <div>
      {row}
      <div id={id} className={styles.hint}>
        {hint}
      </div>
    </div>
  )
}

/** The same before a row of a list: its words are only said, and it is as wide as a finger. */
export const RowCheckbox = ({ label, ...input }: Omit<ComponentProps<'input'>, 'type'> & { label: string }) => (
  <label className={styles.target}>
    <input {...input} type="checkbox" className={styles.box} />
    <span className="said-only">{label}</span>
  </label>
)
