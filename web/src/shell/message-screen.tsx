import type { ReactNode } from 'react'
import { Mark } from '../ui/mark'
import styles from './message-screen.module.css'

interface MessageScreenProps {
  /** A code above the title: `404`. */
  mark?: string
  title: ReactNode
  children: ReactNode
}

/** A screen that only shows a message: what happened and what to do next. */
export const MessageScreen = ({ mark, title, children }: MessageScreenProps) => (
  <div className={styles.screen}>
    <div className={styles.drawing}>
      <Mark size={56} />
      {mark && <span className={styles.mark}>{mark}</span>}
    </div>
    <h1>{title}</h1>
    <div className={styles.words}>{children}</div>
  </div>
)
