import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ChangeSetInput, ChangeSetKind } from '@lintel/contract/people/change-set-inputs'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState, useSyncExternalStore } from 'react'
import { useOpenDialog } from '../../shell/change-sets/use-open-dialog'
import { useUndo } from '../../shell/change-sets/use-undo'
import { ToolScreen } from '../../shell/tool-screen'
import { Button } from '../../ui/button'
import { Drawing } from '../../ui/drawing'
import { EmptyState } from '../../ui/empty-state'
import { GridShortcuts } from '../../ui/grid/grid-shortcuts'
import { noRows, type SelectedRows, selectedRows, shownRows } from '../../ui/grid/selected-rows'
import { Menu } from '../../ui/menu'
import { usePageKeys } from '../../ui/use-page-keys'
import { useScreenClass } from '../../ui/use-screen-class'
import type { AccessTable } from './access-table'
import { accessTable } from './access-table-query'
import { findPeople, findsProject, peopleWithAccess } from './find-people'
import { NoProjectFound } from './no-project-found'
import type { OpenDialog } from './open-dialog'
import { useCellChanges } from './use-cell-changes'
import { useMoreItems } from './use-more-items'
import { UsersBar } from './users-bar'
import { UsersDialogs } from './users-dialogs'
import { UsersFilters } from './users-filters'
import { UsersFoot } from './users-foot'
import { UsersGrid } from './users-grid'
import { UsersList } from './users-list'
import type { UsersProps } from './users-props'

/** The users with what can be done with them: a grid where there is room for one, on a phone a list of the same. */
export function UsersScreen(props: UsersProps & { table: AccessTable }) {
  const { table: origin, customer, actor, selector, filter, onFilter } = props
  const { t, i18n } = useLingui()
  const queries = useQueryClient()
  const screen = useScreenClass()
  const table = useSyncExternalStore(origin.watch, origin.snapshot)
  const [chosen, choose] = useState<SelectedRows>(noRows)
  const { open, onOpen, onArrived } = useOpenDialog<OpenDialog>()
  const reload = () => queries.invalidateQueries({ queryKey: accessTable(customer).queryKey })
  const undoChangeSet = useUndo({ onPartial: (partial) => onArrived({ at: 'partial-undo', partial }) })
  const changes = useCellChanges({
    ...{ table, customer, undoChangeSet, onReload: reload },
    onPreview: (wanted) => onArrived({ at: 'plan', wanted }),
  })

  const isFound = findsProject(filter.project ?? '')
  const ending = filter.ends === 'soon' ? table.ending() : undefined
  const isSearched = origin.projects.map(isFound)
  const isNoProjectFound = filter.project !== undefined && !isSearched.some(Boolean)
  const isEnding = isSearched.map((isIn, place) => isIn && (ending === undefined || ending.projects.has(place)))
  // Found again when the filter changes, not with each role: rows do not jump away under the hand that changes them.
  const found = findPeople(origin, filter, isEnding, ending?.people)
  const withAccess = peopleWithAccess(origin, filter.access, found)
  const accessed = withAccess && origin.projectsOf(withAccess)
  const isInSight = accessed ? isEnding.map((isIn, place) => isIn && accessed.has(place)) : isEnding
  const isNarrowed = Object.values(filter).some((value) => value !== undefined)
  const shown = chosen.ids.size > 0 ? new Set(found) : undefined
  const selected = shownRows(chosen, (email) => shown?.has(origin.personAt(email) ?? -1) === true)
  if (selected !== chosen) choose(selected)
  const users = [...selected.ids]
  const left = selected.total - users.length
  const plan = <K extends ChangeSetKind>(kind: K, input: ChangeSetInput<K>, question?: string) =>
    onOpen({ at: 'plan', wanted: { kind, customer, input }, ...(question !== undefined && { question }) })
  const items = useMoreItems({ customer, users, plan, onOpen })

  const shared = {
    table,
    origin,
    actor,
    found,
    isInSight,
    selected: selected.ids,
    onSelect: (emails: ReadonlySet<string>) => choose(selectedRows(emails)),
    onOpen,
    onFilter,
    foot: <UsersFoot table={table} found={isNarrowed ? found.length : undefined} isInSight={isInSight} />,
    empty: (
      <EmptyState title={isNarrowed ? t`Nobody matches the filter` : t`This customer has no users yet`}>
        {isNarrowed && (
          <Button
            onClick={() =>
              onFilter({ user: undefined, project: undefined, role: undefined, ends: undefined, access: undefined })
            }
          >
            <Trans>Show all users</Trans>
          </Button>
        )}
      </EmptyState>
    ),
  }

  const search = useRef<HTMLInputElement>(null)
  const [isHelpOpen, setHelpOpen] = useState(false)
  usePageKeys({ '?': () => setHelpOpen(true), '/': () => search.current?.focus() })

  const acts = (
    <>
      {users.length > 0 && (
        <Button size="small" onClick={() => onOpen({ at: 'edit', users })}>
          <Drawing name="edit" size={16} />
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
      <Drawing name="invite" size={16} />
      <Trans>Invite</Trans>
    </Button>
  )
  const bar = users.length > 0 && (
    <UsersBar table={table} users={users} left={left} plan={plan} onOpen={onOpen} onFilter={onFilter} />
  )
  const menu = <Menu label={t`More`} drawing="dots" items={items} />

  const filters = (
    <UsersFilters
      filter={filter}
      onFilter={onFilter}
      nameOf={(email) => origin.people[origin.personAt(email) ?? -1]?.name ?? email}
      search={search}
      isFolded={screen !== 'wide'}
    />
  )
  const noProject = isNoProjectFound && (
    <NoProjectFound query={filter.project ?? ''} onShowAll={() => onFilter({ project: undefined })} />
  )
  return (
    <>
      {screen === 'mobile' ? (
        <ToolScreen
          title={<Trans>Users</Trans>}
          selector={selector}
          filters={filters}
          acts={
            <>
              {acts}
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
          acts={acts}
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
          onChangeOne={changes.changeOne}
          onPlan={plan}
          onUndo={changes.undo}
          onRedo={changes.redo}
        />
      )}
      <p className="said-only" role="status">
        {isNarrowed && <Plural value={found.length} one="# user found" other="# users found" />}
      </p>
      {isHelpOpen && <GridShortcuts of="matrix" onClose={() => setHelpOpen(false)} />}
      <UsersDialogs
        {...props}
        table={table}
        open={open}
        onOpen={onOpen}
        plan={plan}
        onReload={reload}
        onApplied={(set) => {
          changes.record({ id: set.id, kind: set.kind })
          reload()
        }}
        onSaved={(set, words) => {
          changes.announce(set, words)
          reload()
        }}
        onUndo={changes.undoStep}
      />
    </>
  )
}
