import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ProjectLink } from '@lintel/contract/projects/project-links'
import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import { Late, later } from '../../shell/later'
import { moveFocus } from '../../shell/move-focus'
import { useOpenProject } from '../../shell/project-anchor'
import { latestFirst, matching } from '../../shell/project-order'
import { buttonClass } from '../../ui/button'
import { EmptyState } from '../../ui/empty-state'
import { Icon } from '../../ui/icon'
import { SearchField } from '../../ui/search-field'
import { focusEnd } from './focus-end'
import styles from './my-projects.module.css'
import { ProjectSection } from './project-section'
import { projectSections, searchAbove } from './project-sections'

/** Few see it: the first screen does without its code. */
const confirmEmailNotice = later(async () => (await import('./confirm-email-notice')).ConfirmEmailNotice)

interface MyProjectsProps {
  links: readonly ProjectLink[]
  query: string
  isAdministrator: boolean
  mayCreate: boolean
  /** The address that is still to be confirmed; undefined where it is, or need not be. */
  unprovedEmail?: string | undefined
  onSearch(query: string): void
}

/** The home of everybody: the projects they can enter. */
export function MyProjects({ links, isAdministrator, mayCreate, unprovedEmail, onSearch, ...asked }: MyProjectsProps) {
  const { t, i18n } = useLingui()
  const list = useRef<HTMLDivElement>(null)
  const search = useRef<HTMLInputElement>(null)
  const openProject = useOpenProject()
  // Few projects have no field in which a search could be seen and taken back.
  const hasSearch = links.length > searchAbove
  const query = hasSearch ? asked.query : ''
  const isSearching = query.trim() !== ''
  const foundBy = (text: string) =>
    projectSections(latestFirst(links, i18n.locale).filter(matching(text)), text.trim() !== '', isAdministrator)
  const { favourites, regular, libraries, hibernated, showsLibraries, shown } = foundBy(query)

  /** Opens the first project that matches what stands in the field, which the list may not show yet. */
  function openFirst(text: string) {
    const [first] = foundBy(text).shown
    if (first) openProject(first.projectUri)
  }

  // The keyboard belongs to the window: typing anywhere begins a search, from when the field can be seen.
  useLayoutEffect(() => {
    const onKey = ({ key, target, ctrlKey, metaKey, altKey }: globalThis.KeyboardEvent) => {
      const isTyping = target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')
      if (key.length === 1 && key !== ' ' && !isTyping && !ctrlKey && !metaKey && !altKey) search.current?.focus()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])

  function onKeyDown(event: KeyboardEvent) {
    if (!list.current) return
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement) {
      event.preventDefault()
      openFirst(event.target.value)
    } else if ((event.key === 'End' || event.key === 'Home') && event.target !== search.current) {
      event.preventDefault()
      focusEnd(list.current, event.key)
    } else moveFocus(event, list.current)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrows travel between the field and the links in it
    <div className={styles.page} onKeyDown={onKeyDown}>
      <header className={styles.head}>
        <h1>
          <Trans>Projects</Trans>
        </h1>
        {mayCreate && (
          <Link to="/new-project" className={buttonClass({ kind: 'primary' })}>
            <Icon name="plus" />
            <Trans>New project</Trans>
          </Link>
        )}
      </header>
      {unprovedEmail !== undefined && <Late component={confirmEmailNotice} email={unprovedEmail} />}
      {hasSearch && (
        <SearchField ref={search} label={t`Search projects`} value={query} pauseMs={0} onSearch={onSearch} />
      )}
      <p className="said-only" role="status">
        {isSearching && <Plural value={shown.length} one="# project found" other="# projects found" />}
      </p>
      <div ref={list} className={styles.sections} data-searching={isSearching || undefined}>
        {links.length === 0 && (
          <EmptyState title={<Trans>You do not have access to any projects yet</Trans>}>
            {mayCreate ? (
              <Trans>Create your first project, or ask somebody to invite you to theirs.</Trans>
            ) : (
              <Trans>Ask an administrator of your project to invite you.</Trans>
            )}
          </EmptyState>
        )}
        {links.length > 0 && shown.length === 0 && (
          <EmptyState title={t`No project matches “${query}”`}>
            <Trans>Search by name, project number or description.</Trans>
          </EmptyState>
        )}
        {favourites.length > 0 && (
          <ProjectSection title={<Trans>Favourites</Trans>} links={favourites} query={query} isFirst />
        )}
        {regular.length > 0 && (
          <ProjectSection
            {...(favourites.length > 0 && { title: <Trans>Other projects</Trans> })}
            links={regular}
            query={query}
            isFirst={favourites.length === 0}
          />
        )}
        {showsLibraries && (
          <ProjectSection
            title={<Trans>Libraries</Trans>}
            links={libraries}
            query={query}
            isFirst={favourites.length + regular.length === 0}
          >
            {libraries.length === 0 &&
              (isSearching ? <Trans>No library matches.</Trans> : <Trans>There are no libraries yet.</Trans>)}
          </ProjectSection>
        )}
        {hibernated.length > 0 && (
          <ProjectSection
            title={<Trans>Hibernated</Trans>}
            links={hibernated}
            query={query}
            isQuiet
            isFirst={favourites.length + regular.length + libraries.length === 0}
          />
        )}
      </div>
    </div>
  )
}
