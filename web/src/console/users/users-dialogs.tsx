import { Activity } from 'react'
import { kindsOfScreen } from '../../shell/change-sets/change-set-kinds'
import { RecentChangeSets } from '../../shell/change-sets/recent-change-sets'
import { AccessDialogs } from './access-dialogs'
import { InviteDialogs } from './invite-dialogs'
import type { ChangeForm, OpenForm } from './open-dialog'
import { PersonDialogs } from './person-dialogs'
import { ProjectDialogs } from './project-dialogs'
import { UndoUsers } from './undo-users'
import { type UserFormProps, useUserForms } from './use-user-forms'
import type { UsersDialogsProps } from './users-dialogs-props'
import { UsersPlan } from './users-plan'

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
  const { open } = props
  const forms = useUserForms(props)
  switch (open?.at) {
    case undefined:
      return null
    case 'edit':
    case 'new-user':
    case 'user-history':
    case 'delete-user':
    case 'reset':
    case 'remove-second-factor':
      return <PersonDialogs {...props} open={open} forms={forms} />
    case 'member':
    case 'role':
    case 'role-of-users':
    case 'end':
    case 'end-of-users':
    case 'why':
    case 'upload':
    case 'copy-access':
      return <AccessDialogs {...props} open={open} forms={forms} />
    case 'project-history':
    case 'project-login-methods':
      return <ProjectDialogs {...props} open={open} forms={forms} />
    case 'invite':
    case 'invitations':
      return <InviteDialogs {...props} open={open} forms={forms} />
    case 'recent':
    case 'partial-undo':
      return <ChangeDialogs {...props} open={open} forms={forms} />
  }
}

/** The dialogs on change sets that were applied. */
function ChangeDialogs({ customer, open, onOpen, onUndo, forms }: UserFormProps<ChangeForm>) {
  const { onClose } = forms
  switch (open.at) {
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
