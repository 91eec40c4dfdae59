import { useLingui } from '@lingui/react'
import { Plural, Trans, useLingui as useMacro } from '@lingui/react/macro'
import { type ChangeSet, changeSets, isRunning, mayApply, mayUndo } from '@lintel/contract/people/change-sets'
import { useSave } from '../../api/use-save'
import { Button } from '../../ui/button'
import { showToast } from '../../ui/toast'
import { useAccountLabel } from '../records/use-account-label'
import { cancelStep } from './change-set-calls'
import { kindLabels, stateLabels } from './change-set-labels'
import styles from './change-sets.module.css'
import { failureOf, failureText } from './failure-text'

interface ChangeSetListProps {
  sets: readonly ChangeSet[]
  onOpen(set: ChangeSet): void
  onUndo(set: ChangeSet): void
}

/** A list of change sets: kind, state, actor, and undo. */
export function ChangeSetList({ sets, onOpen, onUndo }: ChangeSetListProps) {
  const { i18n } = useLingui()
  const { t } = useMacro()

  const cancel = useSave({
    work: ({ id }: ChangeSet) => cancelStep(id),
    invalidates: [changeSets],
    onSaved: (isCancelled) =>
      isCancelled || showToast({ kind: 'done', text: t`It has begun and cannot be cancelled any more` }),
  })

  const accountLabel = useAccountLabel()
  const actorOf = ({ appliedBy, createdBy }: ChangeSet) => {
    const actor = appliedBy ?? createdBy
    return actor && accountLabel(actor)
  }
  const when = (instant: string) => i18n.date(new Date(instant), { dateStyle: 'medium', timeStyle: 'short' })

  return (
    <ul className={styles.list}>
      {sets.map((set) => {
        const kind = i18n._(kindLabels[set.kind])
        const moment = when(set.appliedAt ?? set.createdAt)
        const open = mayApply(set) ? t`Preview` : t`Show rows`
        const what = `${kind}, ${moment}`
        const failure = set.state === 'failed' ? failureOf(set) : undefined
        return (
          <li key={set.id} className={styles.set}>
            <span className={styles.who}>
              <span className={styles.name}>
                {kind} · <Plural value={set.summary.change} one="# change" other="# changes" />
              </span>
              <span className={styles.detail}>
                {[
                  set.failure === 'cancelled' ? t`Cancelled, nothing was changed` : i18n._(stateLabels[set.state]),
                  moment,
                  actorOf(set),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
              {failure && <span className={styles.reason}>{i18n._(failureText(failure))}</span>}
            </span>
            <Button
              size="small"
              aria-label={mayApply(set) ? t`Preview: ${what}` : t`Show rows: ${what}`}
              onClick={() => onOpen(set)}
            >
              {open}
            </Button>
            {isRunning(set) && (
              <Button size="small" aria-label={t`Cancel: ${what}`} onClick={() => cancel.mutate(set)}>
                <Trans>Cancel</Trans>
              </Button>
            )}
            {mayUndo(set) && (
              <Button size="small" aria-label={t`Undo: ${what}`} onClick={() => onUndo(set)}>
                <Trans>Undo</Trans>
              </Button>
            )}
          </li>
        )
      })}
    </ul>
  )
}
