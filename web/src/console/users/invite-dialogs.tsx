import { Invitations } from './invitations'
import { Invite } from './invite'
import type { InviteForm } from './open-dialog'
import type { UserFormProps } from './use-user-forms'

/** The dialogs on invitations. */
export function InviteDialogs({ table, customer, open, onReload, onSaved, forms }: UserFormProps<InviteForm>) {
  const { onClose, plan } = forms
  switch (open.at) {
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
  }
}
