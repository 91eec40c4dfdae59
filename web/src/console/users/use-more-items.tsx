import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ChangeSetInput, ChangeSetKind } from '@lintel/contract/people/change-set-inputs'
import { isStaff } from '@lintel/contract/people/permissions'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { reportError } from '../../api/report-error'
import { showProblem } from '../../api/show-problem'
import { actorOf, currentUser } from '../../session/current-user'
import { useCanAddUsers } from '../../session/use-can-add-users'
import type { MenuItem } from '../../ui/menu-items'
import { showToast } from '../../ui/toast'
import { exportUsers } from './export-users'
import type { OpenDialog } from './open-dialog'

interface MoreTerms {
  customer: string
  /** Emails of the selected people. */
  users: readonly string[]
  plan<K extends ChangeSetKind>(kind: K, input: ChangeSetInput<K>, question?: string): void
  onOpen(dialog: OpenDialog): void
}

/** What the more menu offers (admin-console chapter 2). */
export function useMoreItems({ customer, users, plan, onOpen }: MoreTerms): MenuItem[] {
  // The compiler cannot follow how a download ends.
  'use no memo'
  const { t } = useLingui()
  const [isExporting, setExporting] = useState(false)
  const canAddUsers = useCanAddUsers()
  const { data: user } = useQuery(currentUser)
  const [first] = users
  const isOne = users.length === 1 && first !== undefined

  async function download(format: 'xlsx' | 'json') {
    setExporting(true)
    showToast({ kind: 'done', text: t`The export has begun. It is saved when it is complete.` })
    try {
      await exportUsers(customer, format)
    } catch (error) {
      reportError(error)
      showProblem(error, t`The users could not be exported. Try again in a moment.`)
    } finally {
      setExporting(false)
    }
  }

  return [
    {
      key: 'invite',
      drawing: 'invite',
      words: <Trans>Invite to a project</Trans>,
      onChoose: () => onOpen({ at: 'invite', users }),
    },
    ...(canAddUsers
      ? [
          {
            key: 'new',
            drawing: 'add' as const,
            words: <Trans>Add a user</Trans>,
            onChoose: () => onOpen({ at: 'new-user' }),
          },
        ]
      : []),
    {
      key: 'invitations',
      drawing: 'mail',
      words: <Trans>Invitations</Trans>,
      onChoose: () => onOpen({ at: 'invitations' }),
    },
    {
      key: 'copy',
      drawing: 'copies',
      words: <Trans>Copy access</Trans>,
      onChoose: () => onOpen({ at: 'copy-access', users }),
    },
    {
      key: 'upload',
      drawing: 'upload',
      words: <Trans>Upload an access file</Trans>,
      onChoose: () => onOpen({ at: 'upload' }),
    },
    {
      key: 'xlsx',
      drawing: 'sheet',
      words: <Trans>Export spreadsheet</Trans>,
      disabled: isExporting,
      onChoose: () => void download('xlsx'),
    },
    {
      key: 'json',
      drawing: 'code',
      words: <Trans>Export JSON</Trans>,
      disabled: isExporting,
      onChoose: () => void download('json'),
    },
    {
      key: 'recent',
      drawing: 'back',
      words: <Trans>Recent changes</Trans>,
      onChoose: () => onOpen({ at: 'recent' }),
    },
    {
      key: 'history',
      drawing: 'history',
      words: <Trans>History of the user</Trans>,
      disabled: !isOne,
      onChoose: () => isOne && onOpen({ at: 'user-history', user: first }),
    },
    {
      key: 'project-history',
      drawing: 'history',
      words: <Trans>History of a project</Trans>,
      onChoose: () => onOpen({ at: 'project-history' }),
    },
    {
      key: 'project-login-methods',
      drawing: 'key',
      words: <Trans>Login methods of a project</Trans>,
      onChoose: () => onOpen({ at: 'project-login-methods' }),
    },
    {
      key: 'remove',
      drawing: 'remove',
      words: <Trans>Remove from all projects</Trans>,
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
      drawing: 'key',
      words: <Trans>Start a password reset</Trans>,
      disabled: !isOne,
      onChoose: () => isOne && onOpen({ at: 'reset', user: first }),
    },
    ...(user && isStaff(actorOf(user))
      ? [
          {
            key: 'remove-second-factor',
            drawing: 'key' as const,
            words: <Trans>Remove two-step verification</Trans>,
            // One's own is removed by one of its codes.
            disabled: !isOne || first === user.email,
            onChoose: () => isOne && onOpen({ at: 'remove-second-factor', user: first }),
          },
        ]
      : []),
    {
      key: 'delete',
      drawing: 'trash',
      words: <Trans>Delete a user</Trans>,
      disabled: !isOne,
      onChoose: () => isOne && onOpen({ at: 'delete-user', user: first }),
    },
  ]
}
