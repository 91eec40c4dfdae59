import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ProjectLink } from '@lintel/contract/projects/project-links'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useRef, useState } from 'react'
import { Dialog } from '../ui/dialog'
import { Highlight } from '../ui/highlight'
import { SearchField } from '../ui/search-field'
import { SkeletonRows } from '../ui/skeleton-rows'
import { useFormatDay } from '../ui/use-format-day'
import { moveFocus } from './move-focus'
import { myProjectLinks } from './my-project-links'
import { ProjectAnchor, useOpenProject } from './project-anchor'
import { latestFirst, matching } from './project-order'
import styles from './project-switcher.module.css'

/** Maximum number listed; typing finds the others. */
const maxListed = 8

/** Opens any project from any screen by typing a few letters and Enter. */
export function ProjectSwitcher({ onClose }: { onClose(): void }) {
  const { t, i18n } = useLingui()
  const [query, setQuery] = useState('')
  const links = useQuery(myProjectLinks)
  const list = useRef<HTMLDivElement>(null)
  const client = useQueryClient()
  const openProject = useOpenProject()
  const findIn = (records: readonly ProjectLink[] = [], text = query) =>
    latestFirst(records, i18n.locale).filter(matching(text))
  const found = findIn(links.data?.records)
  const firstProject = found[0]?.name

  /**
   * Opens the first project that matches the field's text. Enter may come before the list has been updated or the
   * projects are loaded; further typing meanwhile cancels it.
   */
  async function openFirst(field: HTMLInputElement) {
    const text = field.value
    const { records } = await client.ensureQueryData(myProjectLinks)
    const [first] = findIn(records, text)
    if (!first || !field.isConnected || field.value !== text) return
    onClose()
    openProject(first.projectUri)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement) {
      event.preventDefault()
      // The list shows the failure.
      openFirst(event.target).catch(() => undefined)
    } else if (list.current) moveFocus(event, list.current)
  }

  return (
    <Dialog label={t`Open project`} place="top" onClose={onClose}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrows travel between the field and the links in it */}
      <div onKeyDown={onKeyDown}>
        <SearchField label={t`Search all your projects`} value="" pauseMs={0} onSearch={setQuery} autoFocus />
        <p className="said-only" role="status">
          {query !== '' && links.isSuccess && (
            <>
              <Plural value={found.length} one="# project found" other="# projects found" />{' '}
              {firstProject !== undefined && <Trans>Enter opens {firstProject}</Trans>}
            </>
          )}
        </p>
        <div ref={list} className={styles.list}>
          {links.isPending && <SkeletonRows rows={4} />}
          {found.slice(0, maxListed).map(({ id, name, externalId, projectUri, loginMethods, lastDay }, at) => (
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
            <p className={styles.none}>
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

/** Last day of a person's access, in the time zone of the project's customer. */
function AccessEnds({ lastDay }: { lastDay: string }) {
  const day = useFormatDay()(lastDay)
  return (
    <span className={styles.end}>
      <Trans>End date: {day}</Trans>
    </span>
  )
}
