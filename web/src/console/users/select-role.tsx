import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { type PrivilegeLevel, privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { useState } from 'react'
import { Dialog } from '../../ui/dialog'
import { FormActions } from '../../ui/form-actions'
import { Role } from '../../ui/role'
import { pickedLevels } from './picked-levels'
import styles from './users-dialog.module.css'

interface SelectRoleProps {
  /** How many cells it is for. */
  count: number
  onChoose(level: PrivilegeLevel): void
  onClose(): void
}

/** One role for several cells: arrows choose, Enter goes on to the preview. */
export function SelectRole({ count, onChoose, onClose }: SelectRoleProps) {
  const { t } = useLingui()
  const [level, setLevel] = useState<PrivilegeLevel>(privilegeLevel.member)
  const title = t`${plural(count, { one: 'Select a role for # cell', other: 'Select a role for # cells' })}`
  return (
    <Dialog label={title} onClose={onClose}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          onChoose(level)
        }}
      >
        <h2>{title}</h2>
        <fieldset className={styles.roles}>
          <legend className="said-only">
            <Trans>Role</Trans>
          </legend>
          {pickedLevels.map((each) => (
            <label key={each} className={styles.role}>
              <input
                type="radio"
                name="role"
                checked={each === level}
                data-autofocus={each === level || undefined}
                onChange={() => setLevel(each)}
              />
              <Role level={each} />
            </label>
          ))}
        </fieldset>
        <FormActions onCancel={onClose}>
          <Trans>Preview</Trans>
        </FormActions>
      </form>
    </Dialog>
  )
}
