import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ChangeSetInput, ChangeSetKind } from '@lintel/contract/people/change-set-inputs'
import { useQueryClient } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import { useUndo } from '../../shell/change-sets/use-undo'
import { ToolScreen } from '../../shell/tool-screen'
import { Button } from '../../ui/button'
import { Drawing } from '../../ui/drawing'
import { EmptyState } from '../../ui/empty-state'
import { Menu } from '../../ui/menu'
import { useScreenClass } from '../../ui/use-screen-class'
import type { AccessTable } from './access-table'
import { accessTable } from './access-table-query'
import { findPeople, findsProject } from './find-people'
import type { OpenDialog } from './open-dialog'
import { useMoreItems } from './use-more-items'
import { useRoleChanges } from './use-role-changes'
import { UsersDialogs } from './users-dialogs'
import { UsersFilters } from './users-filters'
import { UsersFoot } from './users-foot'
import { UsersGrid } from './users-grid'
import { UsersList } from './users-list'
import type { UsersProps } from './users-props'

/** The users with what can be done with them: a grid where there is room for one, on a phone a list of the same. */
export function UsersScreen(props: UsersProps & { table: AccessTable }) {
  const { table: origin, customer, actor, selector, filter, onFilter } = props
  const { t } = useLingui()
  const queries = useQueryClient()
  const screen = useScreenClass()
  const table = useSyncExternalStore(origin.watch, origin.snapshot)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [open, setOpen] = useState<OpenDialog>()
  const reload = () => queries.invalidateQueries({ queryKey: accessTable(customer).queryKey })
  const undoChangeSet = useUndo({ onUndone: reload, onPartial: (partial) => setOpen({ at: 'partial-undo', partial }) })
  const { changeOne, undo, remember } = useRoleChanges(table, (set) => void undoChangeSet(set))

  const isFound = findsProject(filter.project ?? '')
  const ending = filter.ends === 'soon' ? table.ending() : undefined
  const isInSight = origin.projects.map(
    (project, place) => isFound(project) && (ending === undefined || ending.projects.has(place)),
  )
  // Found again when the filter changes, not with each role: rows do not jump away under the hand that changes them.
  const found = findPeople(origin, filter, isInSight, ending?.people)
  const isNarrowed = Object.values(filter).some((value) => value !== undefined)
  const users = [...selected].filter((email) => table.personAt(email) !== undefined)
  const plan = <K extends ChangeSetKind>(kind: K, input: ChangeSetInput<K>, question?: string) =>
    setOpen({ at: 'plan', wanted: { kind, customer, input }, ...(question !== undefined && { question }) })
  const items = useMoreItems({ customer, users, plan, onOpen: setOpen })

  const shared = {
    table,
    origin,
    actor,
    found,
    isInSight,
    selected,
    onSelect: setSelected,
    onOpen: setOpen,
    foot: <UsersFoot table={table} found={isNarrowed ? found.length : undefined} isInSight={isInSight} />,
    empty: (
      <EmptyState title={isNarrowed ? t`Nobody matches the filter` : t`This customer has no users yet`}>
        {isNarrowed && (
          <Button onClick={() => onFilter({ user: undefined, project: undefined, role: undefined, ends: undefined })}>
            <Trans>Show all users</Trans>
          </Button>
        )}
      </EmptyState>
    ),
  }

  const acts = (
    <>
      {users.length > 0 && (
        <Button size="small" onClick={() => setOpen({ at: 'edit', users })}>
          <Drawing name="edit" size={16} />
          {users.length === 1 ? <Trans>Edit selected</Trans> : <Trans>Edit selected ({users.length})</Trans>}
        </Button>
      )}
      {screen !== 'mobile' && (
        <Button size="small" onClick={() => setOpen({ at: 'invite', users })}>
          <Drawing name="invite" size={16} />
          <Trans>Invite</Trans>
        </Button>
      )}
    </>
  )
  const menu = <Menu label={t`More`} drawing="dots" items={items} />

  const filters = <UsersFilters filter={filter} onFilter={onFilter} isFolded={screen !== 'wide'} />
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
            </>
          }
        >
          <UsersList {...shared} />
        </ToolScreen>
      ) : (
        <UsersGrid
          {...shared}
          customer={customer}
          filter={filter}
          selector={selector}
          filters={filters}
          acts={acts}
          menu={menu}
          onChangeOne={changeOne}
          onPlan={plan}
          onUndo={undo}
        />
      )}
      <p className="said-only" role="status">
        {isNarrowed && <Plural value={found.length} one="# user found" other="# users found" />}
      </p>
      <UsersDialogs
        {...props}
        table={table}
        open={open}
        onOpen={setOpen}
        plan={plan}
        onReload={reload}
        onApplied={(set) => {
          remember(set)
          reload()
        }}
        onUndo={undoChangeSet}
      />
    </>
  )
}
