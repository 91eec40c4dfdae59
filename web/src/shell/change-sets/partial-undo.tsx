import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import styles from './change-sets.module.css'
import type { PartialUndo as Partial } from './use-undo'

interface PartialUndoProps {
  partial: Partial
  onUndo(): void
  onClose(): void
}

/** Not everything can be put back: says how much can, and what stays as others have made it. */
export function PartialUndo({ partial: { undoes, remains }, onUndo, onClose }: PartialUndoProps) {
  const { t } = useLingui()
  return (
    <Dialog label={t`Undo what is left?`} onClose={onClose}>
      <div className={styles.dialog}>
        <h2>
          <Trans>Undo what is left?</Trans>
        </h2>
        <p>
          <Plural
            value={remains}
            one="# row was changed by somebody since and stays as it is now."
            other="# rows were changed by somebody since and stay as they are now."
          />{' '}
          <Plural value={undoes} one="# row can be put back." other="# rows can be put back." />
        </p>
        <div className={styles.answers}>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          {undoes > 0 && (
            <Button
              kind="primary"
              onClick={() => {
                onUndo()
                onClose()
              }}
            >
              <Trans>Undo the others</Trans>
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  )
}
