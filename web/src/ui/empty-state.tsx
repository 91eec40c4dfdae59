import type { ReactNode } from 'react'
import styles from './empty-state.module.css'
import { Mark } from './mark'

/** States that there is nothing, with what to do about it in `children`. */
export const EmptyState = ({ title, children }: { title: ReactNode; children?: ReactNode }) => (
  <div className={styles.empty}>
    <Mark size={32} />
    <p className={styles.title}>{title}</p>
    {children && <div className={styles.words}>{children}</div>}
  </div>
)
