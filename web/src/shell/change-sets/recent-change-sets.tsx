import { useLingui } from '@lingui/react'
import { Plural, Trans, useLingui as useMacro } from '@lingui/react/macro'
import type { ChangeSetKind } from '@lintel/contract/people/change-set-inputs'
import { type ChangeSet, changeSets, isAtWork, mayApply, mayUndo } from '@lintel/contract/people/change-sets'
import { useQuery } from '@tanstack/react-query'
import { Failed } from '../../api/failed'
import { first } from '../../api/resource'
import { useSave } from '../../api/use-save'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { EmptyState } from '../../ui/empty-state'
import { SkeletonRows } from '../../ui/skeleton-rows'
import { showToast } from '../../ui/toast'
import { cancelStep } from './change-set-calls'
import { kindWords, stateWords } from './change-set-words'
import styles from './change-sets.module.css'

interface RecentChangeSetsProps {
  customer: string
  /** Only these kinds. */
  kinds: readonly ChangeSetKind[]
  onOpen(set: ChangeSet): void
  onUndo(set: ChangeSet): void
  onClose(): void
}

/** So many are listed: what is older is found in the audit trail. */
const mostListed = 50

/** The bulk acts of late, by whom, where they stand, and the way back. */
export function RecentChangeSets({ customer, kinds, onOpen, onUndo, onClose }: RecentChangeSetsProps) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const { data, error } = useQuery(first(changeSets, mostListed, { filter: { customer }, sort: ['-createdAt'] }))
  const sets = data?.records.filter(({ kind }) => kinds.includes(kind))

  const cancel = useSave({
    work: ({ id }: ChangeSet) => cancelStep(id),
    touches: [changeSets],
    onSaved: (isCancelled) =>
      isCancelled || showToast({ kind: 'done', text: t`It has begun and cannot be cancelled any more` }),
  })

  const when = (instant: string) => i18n.date(new Date(instant), { dateStyle: 'medium', timeStyle: 'short' })

  return (
    <Dialog label={t`Recent changes`} onClose={onClose} size="wide">
      <div className={styles.dialog}>
        <h2>
          <Trans>Recent changes</Trans>
        </h2>
        {error && !data ? (
          <Failed error={error} />
        ) : !sets ? (
          <SkeletonRows rows={4} />
        ) : sets.length === 0 ? (
          <EmptyState title={<Trans>No bulk change has been made yet</Trans>} />
        ) : (
          <ul className={styles.list}>
            {sets.map((set) => (
              <li key={set.id} className={styles.set}>
                <span className={styles.who}>
                  <span className={styles.name}>
                    {i18n._(kindWords[set.kind])} ·{' '}
                    <Plural value={set.summary.change} one="# change" other="# changes" />
                  </span>
                  <span className={styles.detail}>
                    {[
                      set.failure === 'cancelled' ? t`Cancelled, nothing was changed` : i18n._(stateWords[set.state]),
                      when(set.appliedAt ?? set.createdAt),
                      set.appliedBy ?? set.createdBy,
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
                </span>
                <Button size="small" onClick={() => onOpen(set)}>
                  {mayApply(set) ? <Trans>Preview</Trans> : <Trans>Show rows</Trans>}
                </Button>
                {isAtWork(set) && (
                  <Button size="small" onClick={() => cancel.mutate(set)}>
                    <Trans>Cancel</Trans>
                  </Button>
                )}
                {mayUndo(set) && (
                  <Button size="small" onClick={() => onUndo(set)}>
                    <Trans>Undo</Trans>
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
        <div className={styles.answers}>
          <Button onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
