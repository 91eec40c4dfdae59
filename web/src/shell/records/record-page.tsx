import type { ReactNode } from 'react'
import styles from './record-page.module.css'

interface RecordPageProps {
  /** The record's name. */
  title: ReactNode
  /** Where it stands: that it is deleted, hibernated and the like. */
  state?: ReactNode
  children: ReactNode
}

/** The page of one record: its name and state on top, below it one column of sections. */
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

/** A section of the page: its heading beside it where there is room. */
export const RecordSection = ({ title, children }: { title: ReactNode; children: ReactNode }) => (
  <section className={styles.section}>
    <h2 className={styles.heading}>{title}</h2>
    <div className={styles.content}>{children}</div>
  </section>
)

/** Something that can be done with the record, and what it will do. */
export const RecordAct = ({ children, action }: { children: ReactNode; action: ReactNode }) => (
  <div className={styles.act}>
    <div className={styles.words}>{children}</div>
    {action}
  </div>
)

/** A few figures or facts of the record, each with its name. */
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
