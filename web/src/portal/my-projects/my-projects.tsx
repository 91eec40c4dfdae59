import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ProjectLink } from '@lintel/contract/projects/project-links'
import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import { Lazy, lazy } from '../../shell/lazy'
import { moveFocus } from '../../shell/move-focus'
import { useOpenProject } from '../../shell/project-anchor'
import { latestFirst, matching } from '../../shell/project-order'
import { buttonClass } from '../../ui/button'
import { EmptyState } from '../../ui/empty-state'
import { Icon } from '../../ui/icon'
import { SearchField } from '../../ui/search-field'
import { focusFirstOrLast } from './focus-first-or-last'
import styles from './my-projects.module.css'
import { notePressed } from './pressed-favourite'
import { ProjectSection } from './project-section'
import { projectSections, searchThreshold } from './project-sections'

/** Loaded on demand, because few users see it. */
const confirmEmailNotice = lazy(async () => (await import('./confirm-email-notice')).ConfirmEmailNotice)

interface MyProjectsProps {
  links: readonly ProjectLink[]
  query: string
  isAdministrator: boolean
  mayCreate: boolean
  /** The email address that still needs verification; undefined if there is none. */
  unverifiedEmail?: string | undefined
  onSearch(query: string): void
}

/** The start page: the projects that the user can open. */
export function MyProjects({
  links,
  isAdministrator,
  mayCreate,
  unverifiedEmail,
  onSearch,
  ...props
}: MyProjectsProps) {
  const { t, i18n } = useLingui()
  const list = useRef<HTMLDivElement>(null)
  const search = useRef<HTMLInputElement>(null)
  const openProject = useOpenProject()
  // Without the search field a query could be neither seen nor cleared, so it is ignored.
  const hasSearch = links.length > searchThreshold
  const query = hasSearch ? props.query : ''
  const isSearching = query.trim() !== ''
  const sectionsMatching = (text: string) =>
    projectSections(latestFirst(links, i18n.locale).filter(matching(text)), text.trim() !== '', isAdministrator)
  const { favourites, regular, libraries, hibernated, showsLibraries, visible } = sectionsMatching(query)

  /** Opens the first project that matches the field's current value, for which the list may not be rendered yet. */
  function openFirst(text: string) {
    const [first] = sectionsMatching(text).visible
    if (first) openProject(first.projectUri)
  }

  // Typing anywhere in the window focuses the search field, as soon as it is visible.
  useLayoutEffect(() => {
    const onKey = ({ key, target, ctrlKey, metaKey, altKey }: globalThis.KeyboardEvent) => {
      const isTyping = target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')
      if (key.length === 1 && key !== ' ' && !isTyping && !ctrlKey && !metaKey && !altKey) search.current?.focus()
    }
    addEventListener('keydown', onKey)
    return () => {
      removeEventListener('keydown', onKey)
      notePressed()
    }
  }, [])

  function onKeyDown(event: KeyboardEvent) {
    if (!list.current) return
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement) {
      event.preventDefault()
      openFirst(event.target.value)
    } else if ((event.key === 'End' || event.key === 'Home') && event.target !== search.current) {
      event.preventDefault()
      focusFirstOrLast(list.current, event.key)
    } else moveFocus(event, list.current)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move the focus between the field and its links
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
      {unverifiedEmail !== undefined && <Lazy component={confirmEmailNotice} email={unverifiedEmail} />}
      {hasSearch && (
        <SearchField ref={search} label={t`Search projects`} value={query} pauseMs={0} onSearch={onSearch} />
      )}
      <p className="said-only" role="status">
        {isSearching && <Plural value={visible.length} one="# project found" other="# projects found" />}
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
        {links.length > 0 && visible.length === 0 && (
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
