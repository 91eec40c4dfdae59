import { type ReactNode, useEffect, useRef } from 'react'
import styles from './account-part.module.css'

interface AccountPartProps {
  /** What the part is about: its heading. */
  title: ReactNode
  /** What can be done about the whole of it, beside the heading. */
  act?: ReactNode
  /** A step that takes the place of another one without another address: its heading takes the focus, and is read out. */
  focusesHeading?: boolean
  children: ReactNode
}

/** An open part of the account page: a heading, and what is below it. */
export function AccountPart({ title, act, focusesHeading = false, children }: AccountPartProps) {
  const heading = useRef<HTMLHeadingElement>(null)

  // Where the keyboard stands: a step without a field would leave it on what has gone.
  useEffect(() => {
    if (focusesHeading) heading.current?.focus()
  }, [focusesHeading])

  return (
    <>
      <header className={styles.head}>
        <h1 ref={heading} className={styles.heading} tabIndex={-1}>
          {title}
        </h1>
        {act}
      </header>
      {children}
    </>
  )
}

/** What is read and filled in on a part, as narrow as that is best done. */
export const AccountColumn = ({ children }: { children: ReactNode }) => <div className={styles.column}>{children}</div>

/** What can be done at the end of a part: the main thing first. */
export const AccountActs = ({ children }: { children: ReactNode }) => <div className={styles.acts}>{children}</div>
