import { type ReactNode, useEffect, useRef } from 'react'
import { AuthLayout } from '../ui/auth-layout'
import { Mark } from '../ui/mark'
import styles from './auth-screen.module.css'

interface AuthScreenProps {
  /** Heading of the screen and title of the window. */
  title: string
  /** For a step without a field: focuses the heading, so that it is read out. */
  focusesHeading?: boolean
  children: ReactNode
}

/** A screen of the sign-in area: logo, heading and content. */
export function AuthScreen({ title, focusesHeading = false, children }: AuthScreenProps) {
  const heading = useRef<HTMLHeadingElement>(null)

  // A step without a field would leave the focus on a removed element.
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

/** Actions of a sign-in screen, one below the other: the primary one first. */
export const AuthActions = ({ children }: { children: ReactNode }) => <div className={styles.ways}>{children}</div>
