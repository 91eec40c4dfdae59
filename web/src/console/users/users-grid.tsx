import { useLingui } from '@lingui/react'
import { Plural, Trans, useLingui as useMacro } from '@lingui/react/macro'
import type { ChangeSetInput } from '@lintel/contract/people/change-set-inputs'
import { type PrivilegeLevel, privilegeLevel } from '@lintel/contract/people/privilege-levels'
import type { ReactNode } from 'react'
import { typedDay } from '../../api/form/last-day'
import { useLoginMethods } from '../../api/form/use-login-methods'
import { useUserSetting } from '../../session/user-setting'
import { ToolScreen } from '../../shell/tool-screen'
import { Checkbox } from '../../ui/checkbox'
import { defaultArrangement } from '../../ui/grid/arrangement'
import { ColumnChooser } from '../../ui/grid/column-chooser'
import { Grid } from '../../ui/grid/grid'
import type { Editing, RecordCellChange, SelectedCells } from '../../ui/grid/grid-props'
import { sortRows } from '../../ui/grid/sort-rows'
import { roleLabel } from '../../ui/role'
import { useQuarterHour } from '../../ui/use-quarter-hour'
import { hiddenColumns, withColumnsShown } from './hidden-columns'
import { OnlyHiddenFound } from './no-project-found'
import type { Cell } from './open-dialog'
import { toRoleCells } from './plan-changes'
import { letterOf, levelByLetter, RoleEditor } from './role-editor'
import { SelectionBar } from './selection-bar'
import { cellsOf, columnsOf, compareBy, identityColumns } from './users-grid-cells'
import type { UsersViewProps } from './users-view-props'

interface UsersGridProps extends UsersViewProps {
  customer: string
  /** Search texts of people and projects. */
  searched: { rows: string; columns: string }
  selector: ReactNode
  filters: ReactNode
  actions: ReactNode
  /** Replaces the bar of selected cells while rows are selected. */
  bar: ReactNode
  /** Only projects with access are shown. */
  isAccessOnly: boolean
  /** Message that no project matches. */
  notice: ReactNode
  /** The "More" menu. */
  menu: ReactNode
  onChangeOne(cell: Cell, level: PrivilegeLevel): void
  onPlan(kind: 'roles', input: ChangeSetInput<'roles'>): void
  /** Moves the focus to the search for projects, when a button that a notice offers is gone. */
  onFocusSearch(): void
  onUndo(): void
  onRedo(): void
}

/** The grid of users by projects, with its actions. */
export function UsersGrid(props: UsersGridProps) {
  const { table, origin, actor, matches, isProjectVisible, onChangeOne, onPlan } = props
  const { i18n } = useLingui()
  const { t } = useMacro()
  const [storedArrangement, storeArrangement] = useUserSetting('users')
  const arrangement = storedArrangement ?? defaultArrangement

  const columns = columnsOf(origin, {
    ...{ name: t`Name`, email: t`Email`, organization: t`Organization`, user: t`User` },
    ...{ projects: t`Projects`, hibernated: t`Hibernated projects`, libraries: t`Libraries` },
  })
  const { timeZone } = useLoginMethods(props.customer)
  const role = (level: PrivilegeLevel) => i18n._(roleLabel(level))
  const texts = {
    role,
    short: (level: PrivilegeLevel) =>
      level === privilegeLevel.customerAdmin ? t({ message: 'Cust. adm.', context: 'short role' }) : role(level),
    letter: arrangement.isNarrow ? letterOf(role) : undefined,
    owner: t`Owners keep their role: ownership is handed over in the project.`,
    customerAdministrator: t`Customer administrators have every project of the customer.`,
    oneself: t`You cannot change your own role.`,
    refused: (now: PrivilegeLevel, rejected: PrivilegeLevel) => {
      const [theirs, mine] = [role(now), role(rejected)]
      return t`Somebody else made this “${theirs}” meanwhile. Your “${mine}” was not saved.`
    },
    endsOn: (end: string) => t`ends ${typedDay(end, timeZone)}`,
    endedOn(end: string) {
      const ended = typedDay(end, timeZone)
      return t`Ended on ${ended}`
    },
    managed: t`Managed by directory`,
  }
  const cells = cellsOf(table, texts, actor, useQuarterHour())
  const found = columns.filter((_, columnIndex) => isProjectVisible[columnIndex - identityColumns])
  const hidden = hiddenColumns(found, arrangement)
  const isFiltered = props.searched.columns !== '' || isProjectVisible.includes(false)
  const onlyHidden = isFiltered && hidden.length > 0 && hidden.length === found.length && (
    <OnlyHiddenFound
      count={hidden.length}
      onShow={() => {
        props.onFocusSearch()
        storeArrangement(withColumnsShown(columns, arrangement, hidden))
      }}
    />
  )
  const rows = sortRows(matches, arrangement.sort ?? [], compareBy(origin, columns, i18n.locale))

  /** Pasted and filled cells are planned by the server, which also parses the role names. */
  const write = (changes: readonly RecordCellChange[]) => {
    const roleCells = changes
      .filter(({ column }) => column >= identityColumns)
      .flatMap((change) => toRoleCells(table, change, identityColumns))
    if (roleCells.length > 0) onPlan('roles', { cells: roleCells })
  }

  const cellsIn = (selected: SelectedCells): Cell[] =>
    selected.rows.flatMap((row) =>
      selected.columns.flatMap((column) => {
        const user = table.people[row]?.email
        const project = table.projects[column - identityColumns]?.id
        return user === undefined || project === undefined ? [] : [{ user, project }]
      }),
    )

  const removeFrom = (selected: readonly Cell[]) =>
    onPlan('roles', { cells: selected.map((cell) => ({ ...cell, level: privilegeLevel.inactive })) })

  /** Enter and letters open the role dialog for all selected cells, Delete removes their roles; both are previewed. */
  function editRange(range: SelectedCells, typed: string | undefined) {
    const selected = cellsIn(range)
    if (selected.length === 0) return
    if (typed === '') return removeFrom(selected)
    props.onOpen({ at: 'role', cells: selected, level: levelByLetter(typed, role) })
  }

  /** The bar of the selected cells; none for columns of the person. */
  function bar(selected: SelectedCells | undefined): ReactNode {
    if (props.bar) return props.bar
    if (!selected || selected.count === 0) return null
    if (selected.columns.length > 0 && selected.columns.every((column) => column < identityColumns)) return null
    const selectedCells = cellsIn(selected)
    return (
      <SelectionBar
        table={table}
        cells={selectedCells}
        count={selected.count}
        left={selected.hiddenCount}
        actor={actor}
        onOpen={props.onOpen}
        onFilter={props.onFilter}
        onRemove={() => removeFrom(selectedCells)}
      />
    )
  }

  const columnItems = (columnIndex: number) => {
    const project = table.projects[columnIndex - identityColumns]?.id
    if (project === undefined) return []
    return [
      {
        key: 'history',
        label: t`History of the project`,
        run: () => props.onOpen({ at: 'project-history', project }),
      },
      {
        key: 'login-methods',
        label: t`Login methods of the project`,
        run: () => props.onOpen({ at: 'project-login-methods', project }),
      },
    ]
  }

  /** The level assigned by the directory is only known to the form; this hint tells that another one may not last. */
  const managedCell = (person: number, project: number) => {
    if (!table.isManaged(person, project)) return undefined
    return table.directoryOf(person) === 'scim'
      ? t`Managed by directory: less than it gives is raised again by the next provisioning.`
      : t`Managed by directory: the next import sets its role again.`
  }

  const editor = (editing: Editing) => {
    const { row, column } = editing
    const { name = '', email: user = '' } = table.people[row] ?? {}
    const { name: where = '', id: project = '' } = table.projects[column - identityColumns] ?? {}
    return (
      <RoleEditor
        key={`${user} ${project}`}
        editing={editing}
        label={t`Role of ${name} in ${where}`}
        level={table.level(row, column - identityColumns)}
        managed={managedCell(row, column - identityColumns)}
        isGuest={table.isGuest(row)}
        onChoose={(level) => onChangeOne({ user, project }, level)}
        onOptions={() => props.onOpen({ at: 'member', user, project })}
        onWhy={() => props.onOpen({ at: 'why', user, project })}
      />
    )
  }

  return (
    <ToolScreen
      title={<Trans>Users</Trans>}
      selector={props.selector}
      filters={props.filters}
      actions={
        <>
          {props.actions}
          <ColumnChooser columns={columns} arrangement={arrangement} onArrange={storeArrangement}>
            <Checkbox
              label={t`Only projects with access`}
              checked={props.isAccessOnly}
              onChange={({ target }) => props.onFilter({ access: target.checked ? [] : undefined })}
            />
          </ColumnChooser>
          {props.menu}
        </>
      }
    >
      <Grid
        label={t`Users and their roles in projects`}
        columns={columns}
        cells={cells}
        rows={rows}
        arrangement={arrangement}
        onArrange={storeArrangement}
        columnItems={columnItems}
        searched={props.searched}
        isIncluded={(columnIndex) =>
          columnIndex < identityColumns || (isProjectVisible[columnIndex - identityColumns] ?? false)
        }
        selected={props.selected}
        onSelect={props.onSelect}
        bar={bar}
        onEditRange={editRange}
        onOpen={(person) => props.onOpen({ at: 'edit', users: [table.people[person]?.email ?? ''] })}
        editor={editor}
        onPaste={write}
        onFill={write}
        onUndo={props.onUndo}
        onRedo={props.onRedo}
        empty={props.empty}
        foot={
          <>
            {props.foot}
            {hidden.length > 0 && (
              <span>
                <Plural value={hidden.length} one="# project hidden" other="# projects hidden" />
              </span>
            )}
          </>
        }
      />
      {props.notice || onlyHidden}
    </ToolScreen>
  )
}
