import { type ReactNode, useEffect, useRef } from 'react'
import { Doorway } from '../ui/doorway'
import { Mark } from '../ui/mark'
import styles from './door-screen.module.css'

interface DoorScreenProps {
  /** What the screen is about: its heading, and the window's title. */
  title: string
  /** A step that begins with words, not with a field: its heading takes the focus, and is read out. */
  focusesHeading?: boolean
  children: ReactNode
}

/** A screen of the sign-in area: the brand, a heading and one thing to do. */
export function DoorScreen({ title, focusesHeading = false, children }: DoorScreenProps) {
  const heading = useRef<HTMLHeadingElement>(null)

  // Where the keyboard stands: a step without a field would leave it on what has gone.
  useEffect(() => {
    if (focusesHeading) heading.current?.focus()
  }, [focusesHeading])

  return (
    <Doorway>
      <title>{`${title} · Lintel`}</title>
      <header className={styles.brand}>
        <Mark size={28} />
        <span>Lintel</span>
      </header>
      <h1 ref={heading} className={styles.heading} tabIndex={-1}>
        {title}
      </h1>
      <div className={styles.content}>{children}</div>
    </Doorway>
  )
}

/** The ways on from a screen of the sign-in area, one under the other: the main one first. */
export const DoorWays = ({ children }: { children: ReactNode }) => <div className={styles.ways}>{children}</div>
