import { Plural } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import styles from './affected-people.module.css'

/** How many people, and some of them by name. */
interface People {
  count: number
  named: readonly string[]
}

/** Whom a change would affect: the sentence that counts them, and who they are for whoever opens it. */
export const AffectedPeople = ({ people: { named }, children }: { people: People; children: ReactNode }) =>
  named.length === 0 ? (
    <p>{children}</p>
  ) : (
    <details className={styles.affected}>
      <summary>{children}</summary>
      <p className={styles.named}>{named.join(', ')}</p>
    </details>
  )

/** Who would be shut out by login methods of which they have none. */
export const WithoutLoginMethod = ({ people }: { people: People }) => (
  <AffectedPeople people={people}>
    <Plural
      value={people.count}
      one="# person can sign in by none of these login methods."
      other="# people can sign in by none of these login methods."
    />
  </AffectedPeople>
)
