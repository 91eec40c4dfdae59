import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { DialogActions } from '../../ui/dialog-actions'
import { ChangeSetRows } from './change-set-rows'
import styles from './change-sets.module.css'
import type { DescribeRow } from './row-text'
import type { PartialUndo as Partial } from './use-undo'

interface PartialUndoProps {
  partial: Partial
  describe: DescribeRow
  onUndo(): void
  onClose(): void
}

/** Confirmation of a partial undo: how many rows can be restored, and what remains because others changed it or a mail was sent. */
export function PartialUndo({ partial: { id, kind, undoes, remains }, describe, onUndo, onClose }: PartialUndoProps) {
  const { t } = useLingui()
  const isPart = remains > 0
  const title = isPart ? t`Undo what is left?` : t`Undo the invitations?`
  return (
    <Dialog label={title} onClose={onClose} {...(isPart && { size: 'wide' as const })}>
      <div className={styles.dialog}>
        <h2>{title}</h2>
        <p>
          {isPart && (
            <Plural
              value={remains}
              one="# row was changed by somebody since and stays as it is now."
              other="# rows were changed by somebody since and stay as they are now."
            />
          )}{' '}
          <Plural value={undoes} one="# row can be put back." other="# rows can be put back." />
        </p>
        {kind === 'new-user' && (
          <p>
            <Trans>Emails that were sent cannot be called back; their links give no access any more.</Trans>
          </p>
        )}
        {kind === 'invitations' && (
          <p>
            <Trans>
              Emails that were sent cannot be called back; their links give no access any more. Whoever was new stays
              among the users, without a project.
            </Trans>
          </p>
        )}
        {isPart && <ChangeSetRows id={id} version="touched" shown="touched" describe={describe} />}
        <DialogActions>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          {undoes > 0 && (
            <Button
              kind="primary"
              data-autofocus
              onClick={() => {
                onUndo()
                onClose()
              }}
            >
              {isPart ? <Trans>Undo the others</Trans> : <Trans>Undo</Trans>}
            </Button>
          )}
        </DialogActions>
      </div>
    </Dialog>
  )
}
