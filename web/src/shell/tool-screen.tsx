import type { ReactNode } from 'react'
import styles from './tool-screen.module.css'

interface ToolScreenProps {
  title: ReactNode
  /** The customer selector; at the same position on every screen. */
  selector: ReactNode
  /** Search fields and other filters. */
  filters?: ReactNode
  /** Buttons and the “More” menu. */
  actions?: ReactNode
  /** The grid or list, which fills the available space, then dialogs. */
  children: ReactNode
}

/** A screen of the enterprise tools: a bar and the content below it. */
export const ToolScreen = ({ title, selector, filters, actions, children }: ToolScreenProps) => (
  <section className={styles.screen}>
    <div className={styles.bar}>
      <h1 className={styles.title}>{title}</h1>
      {selector}
      {filters && <div className={styles.filters}>{filters}</div>}
      {actions && <span className={styles.actions}>{actions}</span>}
    </div>
    {children}
  </section>
)
