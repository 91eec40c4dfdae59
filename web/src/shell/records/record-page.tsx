import type { ReactNode } from 'react'
import styles from './record-page.module.css'

interface RecordPageProps {
  /** Name of the record. */
  title: ReactNode
  /** State of the record, as deleted or hibernated. */
  state?: ReactNode
  children: ReactNode
}

/** The page of one record: name and state on top, below it a column of sections. */
export const RecordPage = ({ title, state, children }: RecordPageProps) => (
  <div className={styles.scroll}>
    <div className={styles.page}>
      <div className={styles.head}>
        <h1>{title}</h1>
        {state}
      </div>
      {children}
    </div>
  </div>
)

/** A section of the page: its heading at the side if there is space. */
export const RecordSection = ({ title, children }: { title: ReactNode; children: ReactNode }) => (
  <section className={styles.section}>
    <h2 className={styles.heading}>{title}</h2>
    <div className={styles.content}>{children}</div>
  </section>
)

/** An action on the record, with its explanation. */
export const RecordAction = ({ children, action }: { children: ReactNode; action: ReactNode }) => (
  <div className={styles.action}>
    <div className={styles.words}>{children}</div>
    {action}
  </div>
)

/** A few facts about the record, each with its name. */
export const RecordFacts = ({ facts }: { facts: readonly (readonly [ReactNode, ReactNode])[] }) => (
  <dl className={styles.facts}>
    {facts.map(([name, value], at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: facts of one record have no identity but their place
      <div key={at}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
