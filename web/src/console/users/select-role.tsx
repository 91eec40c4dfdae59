import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { type PrivilegeLevel, privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { type ReactNode, useState } from 'react'
import { useLeaveGuard } from '../../api/form/use-leave-guard'
import { Dialog } from '../../ui/dialog'
import { FormActions } from '../../ui/form-actions'
import { Role } from '../../ui/role'
import type { AccessTable } from './access-table'
import type { Cell } from './open-dialog'
import { ProjectField } from './project-field'
import { selectableLevels } from './selectable-levels'
import styles from './users-dialog.module.css'

interface RoleFormProps {
  title: string
  /** Fields before the role. */
  before?: ReactNode
  /** Whether one of those fields has been changed. */
  isChosen?: boolean
  /** The role that is selected initially. */
  level?: PrivilegeLevel | undefined
  isReady: boolean
  onChoose(level: PrivilegeLevel): void
  onClose(): void
}

/** One role for several cells: arrow keys select, Enter opens the preview. */
function RoleForm({ title, before, isChosen = false, level: first, isReady, onChoose, onClose }: RoleFormProps) {
  const [level, setLevel] = useState<PrivilegeLevel>(first ?? privilegeLevel.member)
  const { leave, question } = useLeaveGuard(isChosen)
  return (
    <Dialog label={title} onClose={() => leave(onClose)}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (isReady) onChoose(level)
        }}
      >
        <h2>{title}</h2>
        {before}
        <fieldset className={styles.roles}>
          <legend className="said-only">
            <Trans>Role</Trans>
          </legend>
          {selectableLevels.map((each) => (
            <label key={each} className={styles.role}>
              <input
                type="radio"
                name="role"
                checked={each === level}
                data-autofocus={(!before && each === level) || undefined}
                onChange={() => setLevel(each)}
              />
              <Role level={each} />
            </label>
          ))}
        </fieldset>
        <FormActions onCancel={onClose} isDisabled={!isReady}>
          <Trans>Preview</Trans>
        </FormActions>
      </form>
      {question}
    </Dialog>
  )
}

interface SelectRoleProps {
  /** Number of cells. */
  count: number
  level: PrivilegeLevel | undefined
  onChoose(level: PrivilegeLevel): void
  onClose(): void
}

/** One role for several cells. */
export function SelectRole({ count, ...props }: SelectRoleProps) {
  const { t } = useLingui()
  const title = t`${plural(count, { one: 'Select a role for # cell', other: 'Select a role for # cells' })}`
  return <RoleForm title={title} isReady {...props} />
}

interface SelectRoleOfUsersProps {
  table: AccessTable
  /** Emails of the people. */
  users: readonly string[]
  onChoose(cells: readonly Cell[], level: PrivilegeLevel): void
  onClose(): void
}

/** One role for several people in a project that is chosen with it. */
export function SelectRoleOfUsers({ table, users, onChoose, onClose }: SelectRoleOfUsersProps) {
  const { t } = useLingui()
  const [project, setProject] = useState('')
  const { length } = users
  const title = t`${plural(length, { one: 'Select a role for # user', other: 'Select a role for # users' })}`
  return (
    <RoleForm
      title={title}
      before={<ProjectField table={table} value={project} onChange={setProject} />}
      isReady={project !== ''}
      isChosen={project !== ''}
      onChoose={(level) =>
        onChoose(
          users.map((user) => ({ user, project })),
          level,
        )
      }
      onClose={onClose}
    />
  )
}
