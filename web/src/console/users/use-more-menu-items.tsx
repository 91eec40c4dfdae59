import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ChangeSetInput, ChangeSetKind } from '@lintel/contract/people/change-set-inputs'
import { isStaff } from '@lintel/contract/people/permissions'
import { useQuery } from '@tanstack/react-query'
import { longRunning } from '../../api/saves-settled'
import { useSave } from '../../api/use-save'
import { actorOf, currentUser } from '../../session/current-user'
import { useCanAddUsers } from '../../session/use-can-add-users'
import type { MenuItem } from '../../ui/menu-items'
import { showToast } from '../../ui/toast'
import { exportUsers } from './export-users'
import type { OpenDialog } from './open-dialog'

interface MoreMenuOptions {
  customer: string
  /** Emails of the selected people. */
  users: readonly string[]
  plan<K extends ChangeSetKind>(kind: K, input: ChangeSetInput<K>, question?: string): void
  onOpen(dialog: OpenDialog): void
}

/** Items of the "More" menu (admin-console chapter 2). */
export function useMoreMenuItems({ customer, users, plan, onOpen }: MoreMenuOptions): MenuItem[] {
  const { t } = useLingui()
  const canAddUsers = useCanAddUsers()
  const { data: user } = useQuery(currentUser)
  const [first] = users
  const isOne = users.length === 1 && first !== undefined

  const saving = useSave({
    work: longRunning((format: 'xlsx' | 'json') => {
      showToast({ kind: 'done', text: t`The export has begun. It is saved when it is complete.` })
      return exportUsers(customer, format)
    }),
    describeFailure: (problem) => t`The users could not be exported. ${problem}`,
  })

  return [
    {
      key: 'invite',
      icon: 'invite',
      label: <Trans>Invite to a project</Trans>,
      onChoose: () => onOpen({ at: 'invite', users }),
    },
    ...(canAddUsers
      ? [
          {
            key: 'new',
            icon: 'add' as const,
            label: <Trans>Add a user</Trans>,
            onChoose: () => onOpen({ at: 'new-user' }),
          },
        ]
      : []),
    {
      key: 'invitations',
      icon: 'mail',
      label: <Trans>Invitations</Trans>,
      onChoose: () => onOpen({ at: 'invitations' }),
    },
    {
      key: 'copy',
      icon: 'copies',
      label: <Trans>Copy access</Trans>,
      onChoose: () => onOpen({ at: 'copy-access', users }),
    },
    {
      key: 'upload',
      icon: 'upload',
      label: <Trans>Upload an access file</Trans>,
      onChoose: () => onOpen({ at: 'upload' }),
    },
    {
      key: 'xlsx',
      icon: 'sheet',
      label: <Trans>Export spreadsheet</Trans>,
      disabled: saving.isPending,
      onChoose: () => saving.mutate('xlsx'),
    },
    {
      key: 'json',
      icon: 'code',
      label: <Trans>Export JSON</Trans>,
      disabled: saving.isPending,
      onChoose: () => saving.mutate('json'),
    },
    {
      key: 'recent',
      icon: 'back',
      label: <Trans>Recent changes</Trans>,
      onChoose: () => onOpen({ at: 'recent' }),
    },
    {
      key: 'history',
      icon: 'history',
      label: <Trans>History of the user</Trans>,
      disabled: !isOne,
      onChoose: () => isOne && onOpen({ at: 'user-history', user: first }),
    },
    {
      key: 'project-history',
      icon: 'history',
      label: <Trans>History of a project</Trans>,
      onChoose: () => onOpen({ at: 'project-history' }),
    },
    {
      key: 'project-login-methods',
      icon: 'key',
      label: <Trans>Login methods of a project</Trans>,
      onChoose: () => onOpen({ at: 'project-login-methods' }),
    },
    {
      key: 'remove',
      icon: 'remove',
      label: <Trans>Remove from all projects</Trans>,
      disabled: users.length === 0,
      onChoose: () =>
        plan(
          'remove-from-all-projects',
          { users: [...users] },
          isOne
            ? t`Are you sure you want to remove the user from all projects?`
            : t`Are you sure you want to remove ${plural(users.length, { one: '# user', other: '# users' })} from all projects?`,
        ),
    },
    {
      key: 'reset',
      icon: 'key',
      label: <Trans>Start a password reset</Trans>,
      disabled: !isOne,
      onChoose: () => isOne && onOpen({ at: 'reset', user: first }),
    },
    ...(user && isStaff(actorOf(user))
      ? [
          {
            key: 'remove-second-factor',
            icon: 'key' as const,
            label: <Trans>Remove two-step verification</Trans>,
            // People remove their own second factor with a recovery code.
            disabled: !isOne || first === user.email,
            onChoose: () => isOne && onOpen({ at: 'remove-second-factor', user: first }),
          },
        ]
      : []),
    {
      key: 'delete',
      icon: 'trash',
      label: <Trans>Delete a user</Trans>,
      disabled: !isOne,
      onChoose: () => isOne && onOpen({ at: 'delete-user', user: first }),
    },
  ]
}
