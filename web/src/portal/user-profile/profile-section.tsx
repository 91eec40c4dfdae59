import { type ReactNode, useId } from 'react'
import styles from './user-profile.module.css'

/** A section of the profile with its heading. */
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
  /** The setting and its current state. */
  children: ReactNode
  /** A link or a button. */
  action: ReactNode
}

/** One row of a section: the setting on the left, its action on the right. */
export const Setting = ({ children, action }: SettingProps) => (
  <div className={styles.setting}>
    <div className={styles.words}>{children}</div>
    <div className={styles.action}>{action}</div>
  </div>
)
