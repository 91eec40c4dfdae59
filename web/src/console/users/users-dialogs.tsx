import { useLingui } from '@lingui/react/macro'
import type { ChangeSetInput, ChangeSetKind } from '@lintel/contract/people/change-set-inputs'
import type { ChangeSet } from '@lintel/contract/people/change-sets'
import { type PrivilegeLevel, privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { Activity } from 'react'
import { kindsOfScreen } from '../../shell/change-sets/change-set-kinds'
import { RecentChangeSets } from '../../shell/change-sets/recent-change-sets'
import type { UndoableChangeSet } from '../../shell/change-sets/use-undo'
import { RemoveSecondFactor } from '../../shell/records/remove-second-factor'
import { showToast } from '../../ui/toast'
import { AccessExplanation } from './access-explanation'
import { accessOf } from './access-of'
import type { AccessTable } from './access-table'
import { CopyAccess } from './copy-access'
import { DeleteUser } from './delete-user'
import { EditUser } from './edit-user'
import { EditUsers } from './edit-users'
import { Invitations } from './invitations'
import { Invite } from './invite'
import { MemberOptions } from './member-options'
import type { Cell, OpenDialog, OpenForm } from './open-dialog'
import { ProjectHistory } from './project-history'
import { ProjectLoginMethods } from './project-login-methods'
import { SelectRole, SelectRoleOfUsers } from './select-role'
import { SetEndDate, SetEndDateOfUsers } from './set-end-date'
import { StartReset } from './start-reset'
import { UndoUsers } from './undo-users'
import { UploadAccessFile } from './upload-access-file'
import { UserHistory } from './user-history'
import { UsersPlan } from './users-plan'
import type { UsersProps } from './users-props'

interface UsersDialogsProps extends UsersProps {
  table: AccessTable
  open: OpenDialog | undefined
  onOpen(dialog: OpenDialog | undefined): void
  /** Something was changed that the table shows. */
  onReload(): void
  onApplied(set: ChangeSet): void
  /** A form was saved as a change set; `message` is the announcement. */
  onSaved(set: ChangeSet, message: string): void
  onUndo(set: UndoableChangeSet, isPartial?: boolean): void
}

/** The kinds of bulk actions on users. */
const kinds = kindsOfScreen('users')

/** Renders the open dialog of the users screen. A form keeps its input behind the preview of what it requests, and is left with it. */
export function UsersDialogs(props: UsersDialogsProps) {
  const { table, open, onOpen, onApplied, onUndo } = props
  const form = open?.at === 'plan' ? open.form : open
  return (
    <>
      <Activity mode={open?.at === 'plan' ? 'hidden' : 'visible'}>
        <UsersForm {...props} open={form} />
      </Activity>
      {open?.at === 'plan' && (
        <UsersPlan
          request={open.request}
          question={open.question}
          table={table}
          onApplied={onApplied}
          onUndo={(set) => onUndo(set)}
          onBack={form && (() => onOpen(form))}
          isFormDirty={open.isFormDirty}
          onClose={() => onOpen(undefined)}
        />
      )}
    </>
  )
}

interface UsersFormProps extends UsersDialogsProps {
  open: OpenForm | undefined
}

/** Renders a dialog of the users screen other than the preview. */
function UsersForm(props: UsersFormProps) {
  const { table, customer, actor, environment, open, onOpen, onReload, onSaved, onUndo } = props
  const { t } = useLingui()
  const onClose = () => onOpen(undefined)
  const person = (email: string) => table.people[table.personAt(email) ?? -1] ?? { email, name: email }
  const sourceOf = (email: string) => table.directoryOf(table.personAt(email) ?? -1)
  const project = (id: string) => table.projects[table.projectAt(id) ?? -1] ?? { id, name: id }
  /** Shows a saved role immediately. */
  const show = (user: string, id: string, level: PrivilegeLevel) => {
    const [at, where] = [table.personAt(user), table.projectAt(id)]
    if (at !== undefined && where !== undefined) table.set(at, where, level)
  }
  const plan = <K extends ChangeSetKind>(kind: K, input: ChangeSetInput<K>, isFormDirty = true) =>
    onOpen({ at: 'plan', request: { kind, customer, input }, form: open, isFormDirty })
  const announceSaved = (set: ChangeSet | undefined) => set && onSaved(set, t`Saved`)
  /** People without access are left out: setting an end must not add them. */
  const planEnd = (cells: readonly Cell[], accessUntil: string | null, isDirty: boolean) => {
    const levels = cells.map((cell) => ({
      ...cell,
      level: table.level(table.personAt(cell.user) ?? -1, table.projectAt(cell.project) ?? -1),
    }))
    const members = levels.filter(({ level }) => level !== privilegeLevel.inactive)
    if (levels.length === 0) return showToast({ kind: 'done', text: t`No changes` })
    plan('roles', { cells: (members.length > 0 ? members : levels).map((cell) => ({ ...cell, accessUntil })) }, isDirty)
  }
  switch (open?.at) {
    case undefined:
      return null
    case 'edit':
    case 'new-user': {
      const users = open.at === 'edit' ? open.users : []
      if (users.length > 1)
        return (
          <EditUsers
            table={table}
            users={users}
            actor={actor}
            onPlan={(cells) => plan('roles', { cells })}
            onClose={onClose}
          />
        )
      return (
        <EditUser
          table={table}
          customer={customer}
          user={users[0]}
          actor={actor}
          environment={environment}
          onSaved={announceSaved}
          onClose={onClose}
        />
      )
    }
    case 'member':
      return (
        <MemberOptions
          customer={customer}
          user={person(open.user)}
          isGuest={table.isGuest(table.personAt(open.user) ?? -1)}
          project={project(open.project)}
          actor={actor}
          source={sourceOf(open.user)}
          onSaved={(level, set) => {
            show(open.user, open.project, level)
            announceSaved(set)
          }}
          onClose={onClose}
        />
      )
    case 'role':
      return (
        <SelectRole
          count={open.cells.length}
          level={open.level}
          onChoose={(level) => plan('roles', { cells: open.cells.map((cell) => ({ ...cell, level })) }, false)}
          onClose={onClose}
        />
      )
    case 'role-of-users':
      return (
        <SelectRoleOfUsers
          table={table}
          users={open.users}
          onChoose={(cells, level) => plan('roles', { cells: cells.map((cell) => ({ ...cell, level })) })}
          onClose={onClose}
        />
      )
    case 'end-of-users':
      return (
        <SetEndDateOfUsers
          table={table}
          customer={customer}
          count={open.users.length}
          onChoose={(inProject, accessUntil, isDirty) =>
            planEnd(accessOf(table, open.users, inProject), accessUntil, isDirty)
          }
          onClose={onClose}
        />
      )
    case 'end':
      return (
        <SetEndDate
          customer={customer}
          count={open.cells.length}
          onChoose={(accessUntil, isDirty) => planEnd(open.cells, accessUntil, isDirty)}
          onClose={onClose}
        />
      )
    case 'why':
      return (
        <AccessExplanation
          customer={customer}
          user={person(open.user)}
          project={project(open.project)}
          source={sourceOf(open.user)}
          onClose={onClose}
        />
      )
    case 'user-history':
      return <UserHistory table={table} customer={customer} user={open.user} onClose={onClose} />
    case 'project-history':
      return <ProjectHistory table={table} customer={customer} project={open.project} onClose={onClose} />
    case 'project-login-methods':
      return (
        <ProjectLoginMethods
          table={table}
          customer={customer}
          project={open.project}
          onSaved={announceSaved}
          onClose={onClose}
        />
      )
    case 'invite':
      return (
        <Invite
          table={table}
          customer={customer}
          users={open.users}
          onPlan={(input) => plan('invitations', input)}
          onInvited={onSaved}
          onClose={onClose}
        />
      )
    case 'invitations':
      return <Invitations table={table} customer={customer} onReload={onReload} onClose={onClose} />
    case 'upload':
      return <UploadAccessFile onPlan={(input) => plan('access-file', input, false)} onClose={onClose} />
    case 'copy-access':
      return (
        <CopyAccess table={table} users={open.users} onPlan={(input) => plan('copy-access', input)} onClose={onClose} />
      )
    case 'recent':
      return (
        <RecentChangeSets
          customer={customer}
          kinds={kinds}
          onOpen={(set) => onOpen({ at: 'plan', request: set })}
          onUndo={(set) => {
            onClose()
            onUndo(set)
          }}
          onClose={onClose}
        />
      )
    case 'delete-user':
      return (
        <DeleteUser
          user={person(open.user)}
          isAdministrator={table.isAdministrator(table.personAt(open.user) ?? -1)}
          onClose={onClose}
        />
      )
    case 'reset':
      return <StartReset user={person(open.user)} onClose={onClose} />
    case 'remove-second-factor':
      return <RemoveSecondFactor user={person(open.user)} onClose={onClose} />
    case 'partial-undo':
      return (
        <UndoUsers
          customer={customer}
          partial={open.partial}
          onUndo={() => onUndo(open.partial, true)}
          onClose={onClose}
        />
      )
  }
}
