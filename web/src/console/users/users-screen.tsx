import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ChangeSetInput, ChangeSetKind } from '@lintel/contract/people/change-set-inputs'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState, useSyncExternalStore } from 'react'
import { useOpenDialog } from '../../shell/change-sets/use-open-dialog'
import { useUndo } from '../../shell/change-sets/use-undo'
import { ToolScreen } from '../../shell/tool-screen'
import { Button } from '../../ui/button'
import { ConsoleIcon } from '../../ui/console-icon'
import { EmptyState } from '../../ui/empty-state'
import { GridShortcuts } from '../../ui/grid/grid-shortcuts'
import { keepVisibleRows, noRows, type SelectedRows, selectedRows } from '../../ui/grid/selected-rows'
import { Menu } from '../../ui/menu'
import { usePageShortcuts } from '../../ui/use-page-shortcuts'
import { useQuarterHour } from '../../ui/use-quarter-hour'
import { useScreenClass } from '../../ui/use-screen-class'
import type { AccessTable } from './access-table'
import { accessTable } from './access-table-query'
import { findPeople, peopleWithAccess, projectMatcher } from './find-people'
import { NoProjectFound } from './no-project-found'
import type { OpenDialog } from './open-dialog'
import { useCellChanges } from './use-cell-changes'
import { useMoreMenuItems } from './use-more-menu-items'
import { UsersBar } from './users-bar'
import { UsersDialogs } from './users-dialogs'
import { UsersFilters } from './users-filters'
import { UsersFooter } from './users-footer'
import { UsersGrid } from './users-grid'
import { UsersList } from './users-list'
import type { UsersProps } from './users-props'

/** The users screen: a grid, or a list on phones. */
export function UsersScreen(props: UsersProps & { table: AccessTable }) {
  const { table: origin, customer, actor, selector, filter, onFilter } = props
  const { t, i18n } = useLingui()
  const queries = useQueryClient()
  const screen = useScreenClass()
  const table = useSyncExternalStore(origin.subscribe, origin.snapshot)
  const [chosen, choose] = useState<SelectedRows>(noRows)
  const { open, onOpen, onQueued } = useOpenDialog<OpenDialog>()
  const reload = () => queries.invalidateQueries({ queryKey: accessTable(customer).queryKey })
  const undoChangeSet = useUndo({ onPartial: (partial) => onQueued({ at: 'partial-undo', partial }) })
  const changes = useCellChanges({
    ...{ table, customer, undoChangeSet, onReload: reload },
    onPreview: (request) => onQueued({ at: 'plan', request }),
  })

  const now = useQuarterHour()
  const isFound = projectMatcher(filter.project ?? '')
  const ending = filter.ends === 'soon' ? table.ending(now) : undefined
  const isSearched = origin.projects.map(isFound)
  const count = isSearched.filter(Boolean).length
  const isNoProjectFound = filter.project !== undefined && count === 0
  const isEnding = isSearched.map((isIn, index) => isIn && (ending === undefined || ending.projects.has(index)))
  // Filtered again when the filter changes, not with each role, so that rows do not disappear while being edited.
  const matches = findPeople(origin, filter, isEnding, ending?.people)
  const withAccess = peopleWithAccess(origin, filter.access, matches)
  const accessibleProjects = withAccess && origin.projectsOf(withAccess)
  const isProjectVisible = accessibleProjects
    ? isEnding.map((isIn, index) => isIn && accessibleProjects.has(index))
    : isEnding
  const { project: searchedProject, ...peopleFilter } = filter
  const isPeopleFiltered = Object.values(peopleFilter).some((value) => value !== undefined)
  const isFiltered = isPeopleFiltered || searchedProject !== undefined
  const visiblePeople = chosen.ids.size > 0 ? new Set(matches) : undefined
  const selected = keepVisibleRows(chosen, (email) => visiblePeople?.has(origin.personAt(email) ?? -1) === true)
  if (selected !== chosen) choose(selected)
  const users = [...selected.ids]
  const left = selected.total - users.length
  const plan = <K extends ChangeSetKind>(kind: K, input: ChangeSetInput<K>, question?: string) =>
    onOpen({ at: 'plan', request: { kind, customer, input }, ...(question !== undefined && { question }) })
  const items = useMoreMenuItems({ customer, users, plan, onOpen })

  const search = useRef<HTMLInputElement>(null)
  const projectSearch = useRef<HTMLInputElement>(null)
  // A button that its own action removes hands the focus over; behind the button of the filters there is no search for projects.
  const focusProjectSearch = () => (projectSearch.current ?? search.current)?.focus()

  const shared = {
    table,
    origin,
    actor,
    matches,
    isProjectVisible,
    selected: selected.ids,
    onSelect: (emails: ReadonlySet<string>) => choose(selectedRows(emails)),
    onOpen,
    onFilter,
    foot: (
      <UsersFooter
        table={table}
        matches={isFiltered ? matches.length : undefined}
        isProjectVisible={isProjectVisible}
      />
    ),
    empty: (
      <EmptyState title={isFiltered ? t`Nobody matches the filter` : t`This customer has no users yet`}>
        {isFiltered && (
          <Button
            onClick={() => {
              search.current?.focus()
              onFilter({ user: undefined, project: undefined, role: undefined, ends: undefined, access: undefined })
            }}
          >
            <Trans>Show all users</Trans>
          </Button>
        )}
      </EmptyState>
    ),
  }

  const [isHelpOpen, setHelpOpen] = useState(false)
  usePageShortcuts({
    '?': () => setHelpOpen(true),
    '/': () => search.current?.focus(),
    '.': () => onOpen({ at: 'recent' }),
  })

  const actions = (
    <>
      {users.length > 0 && (
        <Button size="small" onClick={() => onOpen({ at: 'edit', users })}>
          <ConsoleIcon name="edit" size={16} />
          {users.length === 1 ? (
            <Trans>Edit selected</Trans>
          ) : (
            <Trans>Edit selected ({i18n.number(users.length)})</Trans>
          )}
        </Button>
      )}
    </>
  )
  const invite = (
    <Button size="small" kind="primary" onClick={() => onOpen({ at: 'invite', users })}>
      <ConsoleIcon name="invite" size={16} />
      <Trans>Invite</Trans>
    </Button>
  )
  const bar = users.length > 0 && (
    <UsersBar table={table} users={users} left={left} plan={plan} onOpen={onOpen} onFilter={onFilter} />
  )
  const menu = <Menu label={t`More`} icon="dots" items={items} />

  const filters = (
    <UsersFilters
      filter={filter}
      onFilter={onFilter}
      nameOf={(email) => origin.people[origin.personAt(email) ?? -1]?.name ?? email}
      search={search}
      projectSearch={projectSearch}
      onFocusSearch={focusProjectSearch}
      isFolded={screen !== 'wide'}
    />
  )
  const noProject = isNoProjectFound && (
    <NoProjectFound
      query={filter.project ?? ''}
      onShowAll={() => {
        focusProjectSearch()
        onFilter({ project: undefined })
      }}
    />
  )
  return (
    <>
      {screen === 'mobile' ? (
        <ToolScreen
          title={<Trans>Users</Trans>}
          selector={selector}
          filters={filters}
          actions={
            <>
              {actions}
              {menu}
              {invite}
            </>
          }
        >
          <UsersList {...shared} />
          {noProject}
          {bar}
        </ToolScreen>
      ) : (
        <UsersGrid
          {...shared}
          customer={customer}
          selector={selector}
          filters={filters}
          actions={actions}
          bar={bar}
          menu={
            <>
              {menu}
              {invite}
            </>
          }
          searched={{ rows: filter.user ?? '', columns: filter.project ?? '' }}
          isAccessOnly={filter.access !== undefined}
          notice={noProject}
          onFocusSearch={focusProjectSearch}
          onChangeOne={changes.changeOne}
          onPlan={plan}
          onUndo={changes.undo}
          onRedo={changes.redo}
        />
      )}
      <div className="said-only" role="status">
        {isPeopleFiltered && (
          <p>
            <Plural value={matches.length} one="# user found" other="# users found" />
          </p>
        )}
        {searchedProject !== undefined && (
          <p>
            <Plural value={count} one="# project found" other="# projects found" />
          </p>
        )}
      </div>
      {isHelpOpen && <GridShortcuts of="matrix" hasRecentChanges onClose={() => setHelpOpen(false)} />}
      <UsersDialogs
        {...props}
        table={table}
        open={open}
        onOpen={onOpen}
        onReload={reload}
        onApplied={(set) => {
          changes.record({ id: set.id, kind: set.kind })
          reload()
        }}
        onSaved={(set, message) => {
          changes.announce(set, message)
          reload()
        }}
        onUndo={changes.undoStep}
      />
    </>
  )
}
