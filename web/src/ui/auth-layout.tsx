import type { ReactNode } from 'react'
import styles from './auth-layout.module.css'
import { Facade } from './facade'

/**
 * Layout of the sign-in area: one column in front of a drawn facade, in an opening six windows wide, with two posts and
 * a lintel. On a phone the content alone.
 */
export const AuthLayout = ({ children }: { children: ReactNode }) => (
  <div className={styles.street}>
    <Facade />
    <main className={styles.opening}>
      <div className={styles.content}>{children}</div>
    </main>
  </div>
)
