import type { ReactNode } from 'react'
import styles from './auth-layout.module.css'
import { Facade } from './facade'

/**
 * A screen of one column in front of the facade: an opening six windows wide, two posts and a beam over it, which is
 * what the product is called after. On a phone the content alone.
 */
export const AuthLayout = ({ children }: { children: ReactNode }) => (
  <div className={styles.street}>
    <Facade />
    <main className={styles.opening}>
      <div className={styles.content}>{children}</div>
    </main>
  </div>
)
