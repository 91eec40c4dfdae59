import type { ComponentProps, ReactNode } from 'react'
import styles from './checkbox.module.css'

/** A native checkbox in our drawing, with its words beside it. */
export const Checkbox = ({ label, ...input }: Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode }) => (
  <label className={styles.row}>
    <input {...input} type="checkbox" className={styles.box} />
    <span>{label}</span>
  </label>
)
