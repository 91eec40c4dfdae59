import type { ReactNode } from 'react'
import { alertTriangle } from './icons/alert-triangle'
import styles from './notice.module.css'
import { SvgIcon } from './svg-icon'

interface NoticeProps {
  kind?: 'plain' | 'problem'
  title?: ReactNode
  children?: ReactNode
}

/** A message about the screen, not about a field. A problem is announced immediately. */
export const Notice = ({ kind = 'plain', title, children }: NoticeProps) => (
  <div className={styles.notice} data-kind={kind} role={kind === 'problem' ? 'alert' : undefined}>
    {kind === 'problem' && <SvgIcon icon={alertTriangle} />}
    <div className={styles.words}>
      {title && <p className={styles.title}>{title}</p>}
      {children}
    </div>
  </div>
)
