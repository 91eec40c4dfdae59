import { type ReactNode, useId } from 'react'
import styles from './user-profile.module.css'

/** A part of the profile under its heading. */
export function ProfileSection({ title, children }: { title: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id} className={styles.heading}>
        {title}
      </h2>
      {children}
    </section>
  )
}

interface SettingProps {
  /** What it is, and how it stands. */
  children: ReactNode
  /** What can be done about it: a link or a button. */
  action: ReactNode
}

/** One line of a section: what it is on the left, what can be done on the right. */
export const Setting = ({ children, action }: SettingProps) => (
  <div className={styles.setting}>
    <div className={styles.words}>{children}</div>
    <div className={styles.action}>{action}</div>
  </div>
)
