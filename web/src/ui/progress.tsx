import styles from './progress.module.css'

interface ProgressProps {
  /** Names it for a screen reader. */
  label: string
  done: number
  total: number
}

/** How far something is, as a line that fills. Without a total it only says that something is going on. */
export const Progress = ({ label, done, total }: ProgressProps) => (
  <progress className={styles.progress} aria-label={label} {...(total > 0 && { value: done, max: total })} />
)
