import { Trans, useLingui } from '@lingui/react/macro'
import type { ChangeSetKind } from '@lintel/contract/people/change-set-inputs'
import type { ChangeSet } from '@lintel/contract/people/change-sets'
import { Loaded } from '../../api/form/loaded'
import { Button } from '../../ui/button'
import { Choice } from '../../ui/choice'
import { Dialog } from '../../ui/dialog'
import { DialogActions } from '../../ui/dialog-actions'
import { EmptyState } from '../../ui/empty-state'
import { ChangeSetList } from './change-set-list'
import styles from './change-sets.module.css'
import { useRecentChangeSets } from './use-recent-change-sets'
import { useWhose } from './use-whose'

interface RecentChangeSetsProps {
  customer: string
  /** Only these kinds. */
  kinds: readonly ChangeSetKind[]
  onOpen(set: ChangeSet): void
  onUndo(set: ChangeSet): void
  onClose(): void
}

/** Dialog with the recent change sets: one's own at first, or everybody's. */
export function RecentChangeSets({ customer, kinds, onOpen, onUndo, onClose }: RecentChangeSetsProps) {
  const { t } = useLingui()
  const [whose, onWhose] = useWhose()
  const { sets, error } = useRecentChangeSets(customer, kinds, whose)

  return (
    <Dialog label={t`Recent changes`} onClose={onClose} size="wide">
      <div className={styles.dialog}>
        <h2>
          <Trans>Recent changes</Trans>
        </h2>
        <Choice
          label={t`Whose changes`}
          value={whose}
          options={[
            { value: 'mine', label: t`Mine` },
            { value: 'everybodys', label: t`Everybody’s` },
          ]}
          onChoose={onWhose}
        />
        <Loaded data={sets} error={error} what={t`Recent changes`}>
          {(listed) =>
            listed.length === 0 ? (
              <EmptyState
                title={
                  whose === 'mine' ? (
                    <Trans>You have made no changes here yet</Trans>
                  ) : (
                    <Trans>No bulk changes yet</Trans>
                  )
                }
              />
            ) : (
              <div className={styles.scrolled}>
                <ChangeSetList {...{ sets: listed, onOpen, onUndo }} />
              </div>
            )
          }
        </Loaded>
        <DialogActions>
          <Button onClick={onClose} data-autofocus>
            <Trans>Close</Trans>
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  )
}
