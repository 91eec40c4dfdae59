import type { ReactNode } from 'react'
import styles from './page-transition.module.css'

/** Fades a page in when `page` changes; nothing fades out, so that the next page is not delayed. */
export const PageTransition = ({ page, children }: { page: string; children: ReactNode }) => (
  <div key={page} className={styles.page}>
    {children}
  </div>
)
