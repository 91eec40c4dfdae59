import type { ProjectLink } from '@lintel/contract/projects/project-links'
import { type ReactNode, useId } from 'react'
import { NearScreen } from '../../ui/near-screen'
import { screenMedia } from '../../ui/screen-media'
import { ProjectRow } from './project-row'
import styles from './project-section.module.css'
import { useFavourite } from './use-favourite'

interface ProjectSectionProps {
  title?: ReactNode
  links: readonly ProjectLink[]
  query: string
  isQuiet?: boolean
  /** Stands at the top of the list. */
  isFirst?: boolean
  /** Stands in place of the links when there are none. */
  children?: ReactNode
}

/** So many rows are drawn together, and about how high one is, in pixels: on one line on a wide screen, on two below. */
const rowsTogether = 14
const rowHeight = () => (window.matchMedia(screenMedia.wide).matches ? 45 : 61)

/** A part of the project list under its heading; the first one needs none. */
export function ProjectSection({
  title,
  links,
  query,
  isQuiet = false,
  isFirst = false,
  children,
}: ProjectSectionProps) {
  const id = useId()
  const { mutate: favour } = useFavourite()
  const parts = Array.from({ length: Math.ceil(links.length / rowsTogether) }, (_, part) =>
    links.slice(part * rowsTogether, (part + 1) * rowsTogether),
  )
  return (
    <section {...(title && { 'aria-labelledby': id })}>
      {title && (
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
      )}
      <div className={styles.list}>
        {parts.map((part, at) => (
          <NearScreen
            // biome-ignore lint/suspicious/noArrayIndexKey: a part is a place in the list; its rows have identities
            key={at}
            rows={part.length}
            rowHeight={rowHeight()}
            startsNear={at === 0}
          >
            {() =>
              part.map((link, row) => (
                <li key={link.id} className={styles.item}>
                  <ProjectRow
                    link={link}
                    query={query}
                    isQuiet={isQuiet}
                    isFirst={isFirst && at === 0 && row === 0}
                    onFavour={favour}
                  />
                </li>
              ))
            }
          </NearScreen>
        ))}
      </div>
      {children && <p className={styles.none}>{children}</p>}
    </section>
  )
}
