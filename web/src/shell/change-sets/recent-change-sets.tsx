import { Trans, useLingui } from '@lingui/react/macro'
import type { ChangeSetKind } from '@lintel/contract/people/change-set-inputs'
import type { ChangeSet } from '@lintel/contract/people/change-sets'
import { Loaded } from '../../api/form/loaded'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { DialogActions } from '../../ui/dialog-actions'
import { EmptyState } from '../../ui/empty-state'
import { ChangeSetList } from './change-set-list'
import styles from './change-sets.module.css'
import { useRecentChangeSets } from './use-recent-change-sets'

interface RecentChangeSetsProps {
  customer: string
  /** Only these kinds. */
  kinds: readonly ChangeSetKind[]
  onOpen(set: ChangeSet): void
  onUndo(set: ChangeSet): void
  onClose(): void
}

/** Dialog with the recent change sets. */
export function RecentChangeSets({ customer, kinds, onOpen, onUndo, onClose }: RecentChangeSetsProps) {
  const { t } = useLingui()
  const { sets, error } = useRecentChangeSets(customer, kinds)

  return (
    <Dialog label={t`Recent changes`} onClose={onClose} size="wide">
      <div className={styles.dialog}>
        <h2>
          <Trans>Recent changes</Trans>
        </h2>
        <Loaded data={sets} error={error} what={t`Recent changes`}>
          {(listed) =>
            listed.length === 0 ? (
              <EmptyState title={<Trans>No bulk changes yet</Trans>} />
            ) : (
              <div className={styles.scrolled}>
                <ChangeSetList {...{ sets: listed, onOpen, onUndo }} />
              </div>
            )
          }
        </Loaded>
        <DialogActions>
          <Button onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  )
}
