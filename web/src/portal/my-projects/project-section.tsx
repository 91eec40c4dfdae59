import type { ProjectLink } from '@lintel/contract/projects/project-links'
import { type ReactNode, useId } from 'react'
import { NearViewportList } from '../../ui/near-viewport-list'
import { screenMedia } from '../../ui/screen-media'
import { ProjectRow } from './project-row'
import styles from './project-section.module.css'
import { useFavourite } from './use-favourite'

interface ProjectSectionProps {
  title?: ReactNode
  links: readonly ProjectLink[]
  query: string
  isQuiet?: boolean
  /** The section at the top of the list. */
  isFirst?: boolean
  /** Shown instead of the links if there are none. */
  children?: ReactNode
}

/** Number of rows rendered together, and the approximate row height in pixels: one line on wide screens, two otherwise. */
const rowsPerChunk = 14
const rowHeight = () => (window.matchMedia(screenMedia.wide).matches ? 45 : 61)

/** A section of the project list with its heading; the first section needs none. */
export function ProjectSection({
  title,
  links,
  query,
  isQuiet = false,
  isFirst = false,
  children,
}: ProjectSectionProps) {
  const id = useId()
  const setFavourite = useFavourite()
  const chunks = Array.from({ length: Math.ceil(links.length / rowsPerChunk) }, (_, chunk) =>
    links.slice(chunk * rowsPerChunk, (chunk + 1) * rowsPerChunk),
  )
  return (
    <section {...(title && { 'aria-labelledby': id })}>
      {title && (
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
      )}
      <div className={styles.list}>
        {chunks.map((chunk, index) => (
          <NearViewportList
            // biome-ignore lint/suspicious/noArrayIndexKey: a chunk is a position in the list; its rows have keys of their own
            key={index}
            rows={chunk.length}
            rowHeight={rowHeight()}
            isInitiallyNear={index === 0}
          >
            {() =>
              chunk.map((link, row) => (
                <li key={link.id} className={styles.item}>
                  <ProjectRow
                    link={link}
                    query={query}
                    isQuiet={isQuiet}
                    isFirst={isFirst && index === 0 && row === 0}
                    onToggleFavourite={setFavourite}
                  />
                </li>
              ))
            }
          </NearViewportList>
        ))}
      </div>
      {children && <p className={styles.none}>{children}</p>}
    </section>
  )
}
