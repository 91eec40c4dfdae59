import type { ReactNode } from 'react'
import styles from './fieldset.module.css'

interface FieldsetProps {
  /** Names the fields together, as a label names one. */
  legend: ReactNode
  children: ReactNode
}

/** Fields that belong together under one name. */
export const Fieldset = ({ legend, children }: FieldsetProps) => (
  <fieldset className={styles.fieldset}>
    <legend className={styles.legend}>{legend}</legend>
    {children}
  </fieldset>
)
