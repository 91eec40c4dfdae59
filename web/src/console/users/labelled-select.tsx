import { PlainSelect } from '../../ui/plain-select'
import styles from './users-dialog.module.css'

interface LabelledSelectProps {
  label: string
  value: string
  options: readonly { value: string; label: string }[]
  disabled?: boolean
  onChange(value: string): void
}

/** A select with its name above it, as the fields of a form have theirs. */
export const LabelledSelect = (props: LabelledSelectProps) => (
  <div className={styles.labelled}>
    <span className={styles.label} aria-hidden>
      {props.label}
    </span>
    <PlainSelect {...props} />
  </div>
)
