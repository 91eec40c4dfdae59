import { Trans, useLingui } from '@lingui/react/macro'
import type { ProjectLink } from '@lintel/contract/projects/project-links'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useDay } from '../ui/day'
import { Dialog } from '../ui/dialog'
import { Highlight } from '../ui/highlight'
import { SearchField } from '../ui/search-field'
import { SkeletonRows } from '../ui/skeleton-rows'
import { moveFocus } from './move-focus'
import { myProjectLinks } from './my-project-links'
import { ProjectAnchor, useOpenProject } from './project-anchor'
import { latestFirst, matching } from './project-order'
import styles from './project-switcher.module.css'

/** At most this many are listed: the others are found by typing. */
const listed = 8

/** Opens any project from any screen: type a few letters, Enter. */
export function ProjectSwitcher({ onClose }: { onClose(): void }) {
  const { t, i18n } = useLingui()
  const [query, setQuery] = useState('')
  const links = useQuery(myProjectLinks)
  const list = useRef<HTMLDivElement>(null)
  const client = useQueryClient()
  const openProject = useOpenProject()
  const foundIn = (records: readonly ProjectLink[] = [], text = query) =>
    latestFirst(records, i18n.locale).filter(matching(text)).slice(0, listed)
  const found = foundIn(links.data?.records)

  /**
   * Opens the first project that matches what stands in the field, which the list may not show yet: Enter may come before
   * the list was drawn anew, or before the projects were loaded. Whoever types on meanwhile has not meant it.
   */
  async function openFirst(field: HTMLInputElement) {
    const text = field.value
    const { records } = await client.ensureQueryData(myProjectLinks)
    const [first] = foundIn(records, text)
    if (!first || !field.isConnected || field.value !== text) return
    onClose()
    openProject(first.projectUri)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement) {
      event.preventDefault()
      // The list says when the projects cannot be loaded.
      openFirst(event.target).catch(() => undefined)
    } else if (list.current) moveFocus(event, list.current)
  }

  return (
    <Dialog label={t`Open project`} place="top" onClose={onClose}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrows travel between the field and the links in it */}
      <div onKeyDown={onKeyDown}>
        <SearchField label={t`Search all your projects`} value="" pauseMs={0} onSearch={setQuery} autoFocus />
        <div ref={list} className={styles.list}>
          {links.isPending && <SkeletonRows rows={4} />}
          {found.map(({ id, name, externalId, projectUri, loginMethods, lastDay }, at) => (
            <ProjectAnchor
              key={id}
              projectUri={projectUri}
              className={styles.link}
              data-first={at === 0 || undefined}
              onClick={onClose}
            >
              <span className={styles.name}>
                <Highlight text={name} query={query} />
                {lastDay && <AccessEnds lastDay={lastDay} />}
              </span>
              {loginMethods.length > 0 && (
                <span className={styles.id}>
                  <Trans>Another sign-in is needed</Trans>
                </span>
              )}
              {externalId && (
                <span className={styles.id}>
                  <Highlight text={externalId} query={query} />
                </span>
              )}
            </ProjectAnchor>
          ))}
          {links.isSuccess && found.length === 0 && (
            <p className={styles.none} role="status">
              <Trans>No project matches.</Trans>
            </p>
          )}
          {links.isError && (
            <p className={styles.none} role="alert">
              <Trans>Your projects could not be loaded.</Trans>
            </p>
          )}
        </div>
      </div>
    </Dialog>
  )
}

/** The last day of somebody's access, in the time zone of the project's customer. */
function AccessEnds({ lastDay }: { lastDay: string }) {
  const day = useDay()(lastDay)
  return (
    <span className={styles.end}>
      <Trans>Access until {day}</Trans>
    </span>
  )
}
