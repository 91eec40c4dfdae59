import { AccessExplanation } from './access-explanation'
import { accessOf } from './access-of'
import { CopyAccess } from './copy-access'
import { MemberOptions } from './member-options'
import type { AccessForm } from './open-dialog'
import { SelectRole, SelectRoleOfUsers } from './select-role'
import { SetEndDate, SetEndDateOfUsers } from './set-end-date'
import { UploadAccessFile } from './upload-access-file'
import type { UserFormProps } from './use-user-forms'

/** The dialogs on the access of people to projects. */
export function AccessDialogs({ table, customer, actor, open, forms }: UserFormProps<AccessForm>) {
  const { onClose, person, project, sourceOf, show, plan, planEnd, announceSaved } = forms
  switch (open.at) {
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
    case 'upload':
      return <UploadAccessFile onPlan={(input) => plan('access-file', input, false)} onClose={onClose} />
    case 'copy-access':
      return (
        <CopyAccess table={table} users={open.users} onPlan={(input) => plan('copy-access', input)} onClose={onClose} />
      )
  }
}
