import styles from './progress.module.css'

interface ProgressProps {
  /** Names it for a screen reader. */
  label: string
  done: number
  total: number
}

/** A progress bar; indeterminate without a total. */
export const Progress = ({ label, done, total }: ProgressProps) => (
  <progress className={styles.progress} aria-label={label} {...(total > 0 && { value: done, max: total })} />
)
