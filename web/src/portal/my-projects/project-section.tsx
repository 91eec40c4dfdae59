import type { ProjectLink } from '@lintel/contract/projects/project-links'
import { type ReactNode, useId } from 'react'
import { ProjectAnchor } from '../../shell/project-anchor'
import { Highlight } from '../../ui/highlight'
import { LastOpenedText } from './last-opened-text'
import styles from './project-section.module.css'

interface ProjectSectionProps {
  title?: ReactNode
  links: readonly ProjectLink[]
  query: string
  isQuiet?: boolean
  /** Stands in place of the links when there are none. */
  children?: ReactNode
}

/** A part of the project list under its heading; the first one needs none. */
export function ProjectSection({ title, links, query, isQuiet, children }: ProjectSectionProps) {
  const id = useId()
  return (
    <section {...(title && { 'aria-labelledby': id })}>
      {title && (
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
      )}
      <ul className={styles.list}>
        {links.map((link) => (
          <li key={link.id}>
            <ProjectRow link={link} query={query} isQuiet={isQuiet} />
          </li>
        ))}
      </ul>
      {children && <p className={styles.none}>{children}</p>}
    </section>
  )
}

function ProjectRow({ link, query, isQuiet }: { link: ProjectLink; query: string; isQuiet: boolean | undefined }) {
  const { name, externalId, description, lastOpenedAt, projectUri } = link
  return (
    <ProjectAnchor projectUri={projectUri} className={styles.row} data-quiet={isQuiet || undefined}>
      <span className={styles.name}>
        <Highlight text={name} query={query} />
      </span>
      {lastOpenedAt && <LastOpenedText instant={lastOpenedAt} />}
      {(externalId || description) && (
        <span className={styles.details}>
          {externalId && (
            <span className={styles.id}>
              <Highlight text={externalId} query={query} />
            </span>
          )}
          {description && (
            <span className={styles.description}>
              <Highlight text={description} query={query} />
            </span>
          )}
        </span>
      )}
    </ProjectAnchor>
  )
}
