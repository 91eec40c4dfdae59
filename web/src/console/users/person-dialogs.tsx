import { RemoveSecondFactor } from '../../shell/records/remove-second-factor'
import { DeleteUser } from './delete-user'
import { EditUser } from './edit-user'
import { EditUsers } from './edit-users'
import type { PersonForm } from './open-dialog'
import { StartReset } from './start-reset'
import type { UserFormProps } from './use-user-forms'
import { UserHistory } from './user-history'

/** The dialogs on people and their accounts. */
export function PersonDialogs({ table, customer, actor, environment, open, forms }: UserFormProps<PersonForm>) {
  const { onClose, person, plan, announceSaved } = forms
  switch (open.at) {
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
    case 'user-history':
      return <UserHistory table={table} customer={customer} user={open.user} onClose={onClose} />
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
  }
}
