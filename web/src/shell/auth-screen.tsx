import { type ReactNode, useEffect, useRef } from 'react'
import { AuthLayout } from '../ui/auth-layout'
import { Mark } from '../ui/mark'
import styles from './auth-screen.module.css'

interface AuthScreenProps {
  /** What the screen is about: its heading, and the window's title. */
  title: string
  /** A step that begins with words, not with a field: its heading takes the focus, and is read out. */
  focusesHeading?: boolean
  children: ReactNode
}

/** A screen of the sign-in area: the brand, a heading and one thing to do. */
export function AuthScreen({ title, focusesHeading = false, children }: AuthScreenProps) {
  const heading = useRef<HTMLHeadingElement>(null)

  // Where the keyboard stands: a step without a field would leave it on what has gone.
  useEffect(() => {
    if (focusesHeading) heading.current?.focus()
  }, [focusesHeading])

  return (
    <AuthLayout>
      <title>{`${title} · Lintel`}</title>
      <header className={styles.brand}>
        <Mark size={28} />
        <span>Lintel</span>
      </header>
      <h1 ref={heading} className={styles.heading} tabIndex={-1}>
        {title}
      </h1>
      <div className={styles.content}>{children}</div>
    </AuthLayout>
  )
}

/** The ways on from a screen of the sign-in area, one under the other: the main one first. */
export const AuthActions = ({ children }: { children: ReactNode }) => <div className={styles.ways}>{children}</div>
