import type { ReactNode } from 'react'
import { Drawn } from './drawn'
import { alertTriangle } from './icons/alert-triangle'
import styles from './notice.module.css'

interface NoticeProps {
  kind?: 'plain' | 'problem'
  title?: ReactNode
  children?: ReactNode
}

/** A few words that belong to the screen, not to a field. A problem is announced at once. */
export const Notice = ({ kind = 'plain', title, children }: NoticeProps) => (
  <div className={styles.notice} data-kind={kind} role={kind === 'problem' ? 'alert' : undefined}>
    {kind === 'problem' && <Drawn drawing={alertTriangle} />}
    <div className={styles.words}>
      {title && <p className={styles.title}>{title}</p>}
      {children}
    </div>
  </div>
)
