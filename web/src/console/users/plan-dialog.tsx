import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { type ChangePlan, mostChanges, peopleIn } from './plan-changes'
import styles from './plan-dialog.module.css'

interface PlanDialogProps {
  plan: ChangePlan
  onApply(): void
  onClose(): void
}

/** What a change of several cells would do, before it does anything. */
export function PlanDialog({ plan, onApply, onClose }: PlanDialogProps) {
  const { t } = useLingui()
  const { changes, same, locked, unknown } = plan
  const users = peopleIn(changes)
  const { length: count } = changes
  return (
    <Dialog label={t`Change roles`} onClose={onClose}>
      <h2>
        <Trans>Change roles</Trans>
      </h2>
      <ul className={styles.outcomes}>
        <li>
          <Plural value={count} one="# role will change" other="# roles will change" />
        </li>
        <li>
          <Plural value={users} one="# user is concerned" other="# users are concerned" />
        </li>
        {same > 0 && (
          <li>
            <Plural value={same} one="# is what it is to become" other="# are what they are to become" />
          </li>
        )}
        {locked > 0 && (
          <li>
            <Plural
              value={locked}
              one="# is locked: an owner, a customer administrator or yourself"
              other="# are locked: owners, customer administrators and yourself"
            />
          </li>
        )}
        {unknown > 0 && (
          <li>
            <Plural value={unknown} one="# names no role that can be given" other="# name no role that can be given" />
          </li>
        )}
        {count > mostChanges && (
          <li className={styles.tooMany}>
            <Trans>At most {mostChanges} roles are changed in one go. Select fewer.</Trans>
          </li>
        )}
      </ul>
      <div className={styles.answers}>
        <Button onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button kind="primary" disabled={count > mostChanges} autoFocus onClick={onApply}>
          <Trans>Change roles</Trans>
        </Button>
      </div>
    </Dialog>
  )
}
