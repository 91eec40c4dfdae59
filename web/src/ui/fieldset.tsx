import type { ReactNode } from 'react'
import styles from './fieldset.module.css'

interface FieldsetProps {
  /** Names the group, as a label names a field. */
  legend: ReactNode
  children: ReactNode
}

/** A group of fields with a legend. */
export const Fieldset = ({ legend, children }: FieldsetProps) => (
  <fieldset className={styles.fieldset}>
    <legend className={styles.legend}>{legend}</legend>
    {children}
  </fieldset>
)
