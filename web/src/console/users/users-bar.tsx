import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ChangeSetInput, ChangeSetKind } from '@lintel/contract/people/change-set-inputs'
import { Button } from '../../ui/button'
import { SelectedBar } from '../../ui/grid/selected-bar'
import type { AccessTable } from './access-table'
import type { UsersFilter } from './find-people'
import type { OpenDialog } from './open-dialog'

interface UsersBarProps {
  table: AccessTable
  /** Emails of the selected people who are visible. */
  users: readonly string[]
  /** Number of selected people who are hidden by a filter. */
  left: number
  plan<K extends ChangeSetKind>(kind: K, input: ChangeSetInput<K>, question?: string): void
  onOpen(dialog: OpenDialog): void
  onFilter(change: UsersFilter): void
}

/** Maximum number of people in the URL's filter. */
const maxNamed = 50

/** The selected people and the actions on all of them. */
export function UsersBar({ table, users, left, plan, onOpen, onFilter }: UsersBarProps) {
  const { t } = useLingui()
  const [first] = users
  if (first === undefined) return null
  return (
    <SelectedBar
      label={t`Selected users`}
      title={
        users.length === 1 ? (
          table.people[table.personAt(first) ?? -1]?.name
        ) : (
          <Plural value={users.length} one="# user" other="# users" />
        )
      }
      left={left}
    >
      <Button size="small" kind="primary" onClick={() => onOpen({ at: 'role-of-users', users })}>
        <Trans>Role in a project</Trans>
      </Button>
      <Button size="small" onClick={() => onOpen({ at: 'end-of-users', users })}>
        <Trans>Set end date</Trans>
      </Button>
      <Button size="small" onClick={() => onOpen({ at: 'copy-access', users })}>
        <Trans>Copy access</Trans>
      </Button>
      <Button
        size="small"
        onClick={() =>
          plan(
            'remove-from-all-projects',
            { users: [...users] },
            users.length === 1
              ? t`Are you sure you want to remove the user from all projects?`
              : t`Are you sure you want to remove ${plural(users.length, { one: '# user', other: '# users' })} from all projects?`,
          )
        }
      >
        <Trans>Remove</Trans>
      </Button>
      {users.length <= maxNamed && (
        <Button size="small" onClick={() => onFilter({ access: users })}>
          <Trans>Only projects with access</Trans>
        </Button>
      )}
    </SelectedBar>
  )
}
