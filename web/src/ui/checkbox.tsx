import type { ComponentProps, ReactNode } from 'react'
import styles from './checkbox.module.css'

/** A styled native checkbox with its label beside it. */
export const Checkbox = ({ label, ...input }: Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode }) => (
  <label className={styles.row}>
    <input {...input} type="checkbox" className={styles.box} />
    <span>{label}</span>
  </label>
)

/** A checkbox at the start of a list row: its label is for screen readers only, its target is the size of a finger. */
export const RowCheckbox = ({ label, ...input }: Omit<ComponentProps<'input'>, 'type'> & { label: string }) => (
  <label className={styles.target}>
    <input {...input} type="checkbox" className={styles.box} />
    <span className="said-only">{label}</span>
  </label>
)
