import { Icon } from './icon'
import styles from './plain-select.module.css'

interface PlainSelectProps {
  /** Names it; not drawn. */
  label: string
  /** Of a select with a label of its own, which names it instead, and what describes it beside. */
  id?: string
  describedBy?: string | undefined
  value: string
  options: readonly { value: string; label: string }[]
  disabled?: boolean
  onChange(value: string): void
}

/** The browser's own select in our drawing, for bars and tables: its name is said, not drawn. */
export const PlainSelect = ({ label, id, describedBy, value, options, disabled, onChange }: PlainSelectProps) => (
  <span className={styles.select}>
    <select
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
