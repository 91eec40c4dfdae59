import { useLingui } from '@lingui/react'
import { Plural, Trans, useLingui as useMacro } from '@lingui/react/macro'
import type { Environment } from '@lintel/contract/people/permissions'
import type { PrivilegeLevel } from '@lintel/contract/people/privilege-levels'
import { type ReactNode, useState, useSyncExternalStore } from 'react'
import { useUserSetting } from '../../session/user-setting'
import { Button } from '../../ui/button'
import { Drawing } from '../../ui/drawing'
import { EmptyState } from '../../ui/empty-state'
import { naturalArrangement } from '../../ui/grid/arrangement'
import { ColumnChooser } from '../../ui/grid/column-chooser'
import { Grid } from '../../ui/grid/grid'
import type { Editing, Wanted } from '../../ui/grid/grid-props'
import { sortRows } from '../../ui/grid/sort-rows'
import { PlainSelect } from '../../ui/plain-select'
import { roleWord } from '../../ui/role'
import { useScreenClass } from '../../ui/use-screen-class'
import type { AccessTable } from './access-table'
import { EditUsers } from './edit-users'
import { findPeople, findsProject, type UsersFilter } from './find-people'
import { pickedLevels } from './picked-levels'
import { type ChangePlan, levelNamed, planChanges, type Wish } from './plan-changes'
import { PlanDialog } from './plan-dialog'
import { RoleEditor } from './role-editor'
import { useRoleChanges } from './use-role-changes'
import styles from './users.module.css'
import { UsersFilters } from './users-filters'
import { cellsOf, columnsOf, compareBy, identityColumns } from './users-grid-cells'

/** What the screen of the users is given. */
export interface UsersProps {
  /** Id of the active customer. */
  customer: string
  /** Email of the person who works here. */
  actor: string
  environment: Environment
  /** The customer selector. */
  selector: ReactNode
  filter: UsersFilter
  onFilter(change: UsersFilter): void
}

interface SelectedCells {
  /** The filter and order they were selected in: in another one other people stand there. */
  view: string
  rows: readonly number[]
  columns: readonly number[]
}

const noCells: SelectedCells = { view: '', rows: [], columns: [] }

/** The grid of users by projects, with what can be done in it. */
export function UsersGrid(props: UsersProps & { table: AccessTable }) {
  const { table, customer, actor, environment, filter, onFilter } = props
  const { i18n } = useLingui()
  const { t } = useMacro()
  const screen = useScreenClass()
  const version = useSyncExternalStore(table.watch, table.version)
  const [kept, keep] = useUserSetting('users')
  const arrangement = kept ?? naturalArrangement
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [taken, setTaken] = useState(noCells)
  const [plan, setPlan] = useState<ChangePlan>()
  const [isEditing, setEditing] = useState(false)
  const { changeOne, changeSeveral, undo, progress } = useRoleChanges(table)

  const columns = columnsOf(
    table,
    { name: t`Name`, email: t`Email`, organization: t`Organization` },
    screen === 'mobile',
  )
  const role = (level: PrivilegeLevel) => i18n._(roleWord(level))
  const words = {
    role,
    owner: t`Owners keep their role: ownership is handed over in the project.`,
    customerAdministrator: t`Customer administrators have every project of the customer.`,
    oneself: t`You cannot change your own role.`,
  }
  const cells = cellsOf(table, words, actor, version)
  const isFound = findsProject(filter.project ?? '')
  const isInSight = table.projects.map(isFound)
  const found = findPeople(table, filter, isInSight)
  const rows = sortRows(found, arrangement.sort ?? [], compareBy(table, columns, i18n.locale))
  const projectsInSight = isInSight.filter(Boolean).length
  const view = JSON.stringify([filter, arrangement])
  const isNarrowed = filter.user !== undefined || filter.project !== undefined || filter.role !== undefined

  const wordsToLevels = new Map<string, PrivilegeLevel>(
    pickedLevels.flatMap((level): [string, PrivilegeLevel][] => [
      [role(level).toLocaleLowerCase(), level],
      [roleWord(level).message?.toLowerCase() ?? '', level],
    ]),
  )

  function wish(wishes: readonly Wish[]) {
    const next = planChanges(table, wishes, actor)
    // One cell is changed at once; several are shown before.
    if (wishes.length === 1 && next.changes[0]) changeOne(next.changes[0])
    else if (next.changes.length === 0 && next.unknown === 0) changeSeveral([])
    else setPlan(next)
  }

  const paste = (changes: readonly Wanted[]) =>
    wish(
      changes
        .filter(({ column }) => column >= identityColumns)
        .map(({ row, column, text }) => ({
          person: row,
          project: column - identityColumns,
          level: levelNamed(text, wordsToLevels),
        })),
    )

  const takenProjects = taken.columns
    .filter((column) => column >= identityColumns)
    .map((column) => column - identityColumns)
  const takenCells = taken.view === view ? taken.rows.length * takenProjects.length : 0
  const selectedPeople = isEditing
    ? table.people.flatMap(({ email }, place) => (selected.has(email) ? [place] : []))
    : []

  const editor = (editing: Editing) => {
    const { row, column } = editing
    const project = column - identityColumns
    const name = table.people[row]?.name ?? ''
    const where = table.projects[project]?.name ?? ''
    return (
      <RoleEditor
        key={`${row} ${column}`}
        editing={editing}
        label={t`Role of ${name} in ${where}`}
        level={table.level(row, project)}
        onChoose={(level) => changeOne({ person: row, project, level })}
      />
    )
  }

  return (
    <section className={styles.screen}>
      <div className={styles.bar}>
        <h1 className={styles.title}>
          <Trans>Users</Trans>
        </h1>
        {props.selector}
        <UsersFilters filter={filter} onFilter={onFilter} isFolded={screen !== 'wide'} />
        <span className={styles.acts}>
          {selected.size > 0 && (
            <Button size="small" onClick={() => setEditing(true)}>
              <Drawing name="edit" size={16} />
              {selected.size === 1 ? <Trans>Edit selected</Trans> : <Trans>Edit selected ({selected.size})</Trans>}
            </Button>
          )}
          <ColumnChooser columns={columns} arrangement={arrangement} onArrange={keep} />
        </span>
      </div>
      <Grid
        label={t`Users and their roles in projects`}
        columns={columns}
        cells={cells}
        rows={rows}
        arrangement={arrangement}
        onArrange={keep}
        isWanted={(place) => place < identityColumns || (isInSight[place - identityColumns] ?? false)}
        selected={selected}
        onSelect={setSelected}
        onRange={(range) => setTaken({ view, ...range })}
        editor={editor}
        onPaste={paste}
        onFill={paste}
        onUndo={undo}
        empty={
          <EmptyState title={isNarrowed ? t`Nobody matches the filter` : t`This customer has no users yet`}>
            {isNarrowed && (
              <Button onClick={() => onFilter({ user: undefined, project: undefined, role: undefined })}>
                <Trans>Show all users</Trans>
              </Button>
            )}
          </EmptyState>
        }
        foot={
          <>
            {isNarrowed && (
              <span>
                <Plural value={rows.length} one="# user found" other="# users found" />
              </span>
            )}
            <span>
              <Plural value={table.people.length} one="# user" other="# users" />
            </span>
            <span>
              {projectsInSight < table.projects.length ? (
                <Trans>
                  {projectsInSight} of {table.projects.length} projects
                </Trans>
              ) : (
                <Plural value={table.projects.length} one="# project" other="# projects" />
              )}
            </span>
            <span>
              <Plural value={table.count()} one="# role" other="# roles" />
            </span>
          </>
        }
      />
      {progress ? (
        <div className={styles.selection} role="status">
          <Trans>
            {progress.made} of {progress.of} roles changed
          </Trans>
          <progress value={progress.made} max={progress.of} />
        </div>
      ) : (
        takenCells > 1 && (
          <div className={styles.selection}>
            <Plural value={takenCells} one="# cell" other="# cells" />
            <PlainSelect
              label={t`Change role`}
              value=""
              options={[
                { value: '', label: t`Change role` },
                ...pickedLevels.map((level) => ({ value: String(level), label: role(level) })),
              ]}
              onChange={(value) => {
                const level = Number(value) as PrivilegeLevel
                if (value !== '')
                  wish(taken.rows.flatMap((person) => takenProjects.map((project) => ({ person, project, level }))))
              }}
            />
          </div>
        )
      )}
      {plan && (
        <PlanDialog
          plan={plan}
          onClose={() => setPlan(undefined)}
          onApply={() => {
            setPlan(undefined)
            changeSeveral(plan.changes)
          }}
        />
      )}
      {isEditing && (
        <EditUsers
          table={table}
          customer={customer}
          people={selectedPeople}
          actor={actor}
          environment={environment}
          onChange={wish}
          onClose={() => setEditing(false)}
        />
      )}
    </section>
  )
}
