import type { ComponentProps, ReactNode } from 'react'
import styles from './checkbox.module.css'

/** A native checkbox in our drawing, with its words beside it. */
export const Checkbox = ({ label, ...input }: Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode }) => (
  <label className={styles.row}>
    <input {...input} type="checkbox" className={styles.box} />
    <span>{label}</span>
  </label>
)

/** The same before a row of a list: its words are only said, and it is as wide as a finger. */
export const RowCheckbox = ({ label, ...input }: Omit<ComponentProps<'input'>, 'type'> & { label: string }) => (
  <label className={styles.target}>
    <input {...input} type="checkbox" className={styles.box} />
    <span className="said-only">{label}</span>
  </label>
)
