import { useLingui } from '@lingui/react'
import { Plural, Trans, useLingui as useMacro } from '@lingui/react/macro'
import { type ChangeSet, changeSets, isAtWork, mayApply, mayUndo } from '@lintel/contract/people/change-sets'
import { useSave } from '../../api/use-save'
import { Button } from '../../ui/button'
import { showToast } from '../../ui/toast'
import { cancelStep } from './change-set-calls'
import { kindWords, stateWords } from './change-set-words'
import styles from './change-sets.module.css'

interface ChangeSetListProps {
  sets: readonly ChangeSet[]
  onOpen(set: ChangeSet): void
  onUndo(set: ChangeSet): void
}

/** Bulk acts, one below the other: what it was, where it stands, by whom, and the way back. */
export function ChangeSetList({ sets, onOpen, onUndo }: ChangeSetListProps) {
  const { i18n } = useLingui()
  const { t } = useMacro()

  const cancel = useSave({
    work: ({ id }: ChangeSet) => cancelStep(id),
    touches: [changeSets],
    onSaved: (isCancelled) =>
      isCancelled || showToast({ kind: 'done', text: t`It has begun and cannot be cancelled any more` }),
  })

  const when = (instant: string) => i18n.date(new Date(instant), { dateStyle: 'medium', timeStyle: 'short' })

  return (
    <ul className={styles.list}>
      {sets.map((set) => (
        <li key={set.id} className={styles.set}>
          <span className={styles.who}>
            <span className={styles.name}>
              {i18n._(kindWords[set.kind])} · <Plural value={set.summary.change} one="# change" other="# changes" />
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
  )
}
