import styles from './spinner.module.css'

/** A spinner. Hidden from screen readers: the control or region around it has the text. */
export const Spinner = ({ size = 18 }: { size?: number }) => (
  <svg
    className={styles.spinner}
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    strokeWidth={2.4}
    aria-hidden
  >
    <circle cx="12" cy="12" r="9" stroke="currentColor" opacity={0.25} />
    <path d="M12 3a9 9 0 0 1 9 9" stroke="currentColor" strokeLinecap="round" />
  </svg>
)
