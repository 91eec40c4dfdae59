import { Plural } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import styles from './affected-people.module.css'

/** Number of people, and the names of some. */
interface People {
  count: number
  named: readonly string[]
}

/** The people affected by a change: a sentence with their number, which expands to their names. */
export const AffectedPeople = ({ people: { named }, children }: { people: People; children: ReactNode }) =>
  named.length === 0 ? (
    <p>{children}</p>
  ) : (
    <details className={styles.affected}>
      <summary>{children}</summary>
      <p className={styles.named}>{named.join(', ')}</p>
    </details>
  )

/** People who would be locked out because they have none of the login methods. */
export const WithoutLoginMethod = ({ people }: { people: People }) => (
  <AffectedPeople people={people}>
    <Plural
      value={people.count}
      one="# person can sign in by none of these login methods."
      other="# people can sign in by none of these login methods."
    />
  </AffectedPeople>
)
