import { type ReactNode, useEffect, useRef } from 'react'
import styles from './account-part.module.css'

interface AccountPartProps {
  /** Heading of the part. */
  title: ReactNode
  /** Action beside the heading. */
  action?: ReactNode
  /** For a step that replaces another at the same address: focuses the heading, so that it is read out. */
  focusesHeading?: boolean
  children: ReactNode
}

/** A part of the account page: a heading and its content. */
export function AccountPart({ title, action, focusesHeading = false, children }: AccountPartProps) {
  const heading = useRef<HTMLHeadingElement>(null)

  // A step without a field would leave the focus on a removed element.
  useEffect(() => {
    if (focusesHeading) heading.current?.focus()
  }, [focusesHeading])

  return (
    <>
      <header className={styles.head}>
        <h1 ref={heading} className={styles.heading} tabIndex={-1}>
          {title}
        </h1>
        {action}
      </header>
      {children}
    </>
  )
}

/** A column of reading width for texts and forms of a part. */
export const AccountColumn = ({ children }: { children: ReactNode }) => <div className={styles.column}>{children}</div>

/** Actions at the end of a part: the primary one first. */
export const AccountActions = ({ children }: { children: ReactNode }) => (
  <div className={styles.actions}>{children}</div>
)
