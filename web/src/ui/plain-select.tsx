import type { RefCallback } from 'react'
import { Icon } from './icon'
import styles from './plain-select.module.css'

interface PlainSelectProps {
  /** Accessible name; not visible. */
  label: string
  /** For a select with a visible label, which then names it, and the id of its description. */
  id?: string
  describedBy?: string | undefined
  value: string
  options: readonly { value: string; label: string }[]
  disabled?: boolean
  ref?: RefCallback<HTMLSelectElement>
  onChange(value: string): void
}

/** A styled native select for bars and tables, named by `aria-label`. */
export const PlainSelect = ({ label, id, describedBy, value, options, disabled, ref, onChange }: PlainSelectProps) => (
  <span className={styles.select}>
    <select
      ref={ref}
      className={styles.control}
      id={id}
      aria-label={id === undefined ? label : undefined}
      aria-describedby={describedBy}
      title={label}
      value={value}
      disabled={disabled}
      onChange={({ target }) => onChange(target.value)}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
    <Icon name="chevronDown" size={16} />
  </span>
)
