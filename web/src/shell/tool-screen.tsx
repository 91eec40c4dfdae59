import type { ReactNode } from 'react'
import styles from './tool-screen.module.css'

interface ToolScreenProps {
  title: ReactNode
  /** The customer selector; in the same place on every screen. */
  selector: ReactNode
  /** Search fields and the like. */
  filters?: ReactNode
  /** What can be done: buttons, the more menu. */
  acts?: ReactNode
  /** The grid or list, which takes all the room there is; then what floats over it. */
  children: ReactNode
}

/** A screen of the enterprise tools: one bar, and below it what the screen is about. */
export const ToolScreen = ({ title, selector, filters, acts, children }: ToolScreenProps) => (
  <section className={styles.screen}>
    <div className={styles.bar}>
      <h1 className={styles.title}>{title}</h1>
      {selector}
      {filters && <div className={styles.filters}>{filters}</div>}
      {acts && <span className={styles.acts}>{acts}</span>}
    </div>
    {children}
  </section>
)
