import { Icon } from './icon'
import styles from './plain-select.module.css'

interface PlainSelectProps {
  /** Names it; not drawn. */
  label: string
  value: string
  options: readonly { value: string; label: string }[]
  disabled?: boolean
  onChange(value: string): void
}

/** The browser's own select in our drawing, for bars and tables: its name is said, not drawn. */
export const PlainSelect = ({ label, value, options, disabled, onChange }: PlainSelectProps) => (
  <span className={styles.select}>
    <select
      className={styles.control}
      aria-label={label}
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
