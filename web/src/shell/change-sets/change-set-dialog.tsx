import { useLingui } from '@lingui/react'
import { Plural, Trans, useLingui as useMacro } from '@lingui/react/macro'
import type { ChangeSet } from '@lintel/contract/people/change-sets'
import { type ReactNode, useState } from 'react'
import { requestIdOf } from '../../api/failure'
import { problemText } from '../../api/problem-text'
import { RequestId } from '../../api/request-id'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { Notice } from '../../ui/notice'
import { Progress } from '../../ui/progress'
import { showToast } from '../../ui/toast'
import type { Outcome, WantedChangeSet } from './change-set-calls'
import { ChangeSetRows } from './change-set-rows'
import { ChangeSetSummary } from './change-set-summary'
import styles from './change-sets.module.css'
import type { DescribeRow } from './row-text'
import { useChangeSet } from './use-change-set'

interface ChangeSetDialogProps {
  title: string
  /** What is asked before it is done, where the specification asks. */
  question?: string | undefined
  /** What is wanted, or a change set that was planned before. */
  wanted: WantedChangeSet | ChangeSet
  describe: DescribeRow
  /** The word of the button that applies. */
  action: ReactNode
  kind?: 'primary' | 'danger'
  /** It was planned, and there is nothing to change. */
  onNothing(set: ChangeSet): void
  /** It is done, and the dialog is closed: before, by leaving it running, or now. */
  onApplied(set: ChangeSet): void
  onClose(): void
  /** Rows are to be done otherwise than planned, by the keys of their choices: it is to be planned anew. Without it, no row offers a choice. */
  onChoose?: ((keys: readonly string[]) => void) | undefined
}

/** A bulk act before it is done: planned by the server, shown row by row, applied all or nothing. */
export function ChangeSetDialog(props: ChangeSetDialogProps) {
  const { title, question, wanted, describe, action, kind = 'primary', onNothing, onApplied, onClose, onChoose } = props
  const { i18n } = useLingui()
  const { t } = useMacro()
  const [outcome, setOutcome] = useState<Outcome>()
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set())
  const { step, apply, again, mayCancel, cancel } = useChangeSet(wanted, {
    onApplied: (applied, isLeft) => {
      // Whatever is open by then stays open.
      if (!isLeft) onClose()
      onApplied(applied)
    },
    onFailedAlone: (error) =>
      showToast({
        kind: 'problem',
        text: error === undefined ? t`${title}: nothing was changed.` : `${title}: ${i18n._(problemText(error))}`,
        requestId: requestIdOf(error),
      }),
    onPlanned: (set) => {
      if (set.summary.change === 0) onNothing(set)
    },
  })
  const { set } = step
  const change = set?.summary.change ?? 0
  const isWorking = step.at === 'planning' || step.at === 'applying'
  const hasChosen = step.at === 'planned' && turned.size > 0
  const canApply = step.at === 'planned' && change > 0 && !hasChosen

  /** What has begun meanwhile goes on: the button says so from then on. */
  async function leave() {
    if (!mayCancel || !set || (await cancel(set))) onClose()
  }

  function turn(key: string) {
    const next = new Set(turned)
    if (!next.delete(key)) next.add(key)
    setTurned(next)
  }

  return (
    <Dialog label={title} onClose={step.at === 'planning' ? leave : onClose} size="wide">
      <form
        className={styles.dialog}
        onSubmit={(event) => {
          event.preventDefault()
          if (hasChosen) onChoose?.([...turned])
          else if (step.at === 'planned' && change > 0) apply(step.set)
        }}
      >
        <h2>{title}</h2>
        {question && <p>{question}</p>}
        {step.at === 'stale' && (
          <Notice kind="problem" title={<Trans>Somebody changed some of this in the meantime</Trans>}>
            <p>
              <Trans>Nothing was changed. Plan it again to see how it stands now.</Trans>
            </p>
          </Notice>
        )}
        {step.at === 'failed' && (
          <Notice kind="problem" title={<Trans>Nothing was changed</Trans>}>
            {step.error !== undefined && <p>{i18n._(problemText(step.error))}</p>}
            <RequestId error={step.error} />
          </Notice>
        )}
        {step.at === 'applying' && step.isLost && (
          <Notice kind="problem" title={<Trans>The connection was lost while this was applied</Trans>}>
            <p>
              <Trans>What became of it is shown here as soon as the server answers.</Trans>
            </p>
          </Notice>
        )}
        {isWorking && (
          <div className={styles.working} role="status">
            <span>{step.at === 'planning' ? <Trans>Planning …</Trans> : <Trans>Applying …</Trans>}</span>
            <Progress label={title} done={set?.progress.done ?? 0} total={set?.progress.total ?? 0} />
          </div>
        )}
        {set && step.at !== 'planning' && (
          <>
            <ChangeSetSummary summary={set.summary} outcome={outcome} onChoose={setOutcome} />
            <ChangeSetRows
              id={set.id}
              version={set.state}
              shown={outcome}
              describe={describe}
              turned={onChoose && step.at === 'planned' ? turned : undefined}
              onTurn={turn}
            />
          </>
        )}
        <div className={styles.answers}>
          <span className={styles.left}>
            {hasChosen ? (
              <Plural value={turned.size} one="# row chosen otherwise" other="# rows chosen otherwise" />
            ) : (
              step.at === 'planned' &&
              (change > 0 ? (
                <Plural value={change} one="# row will change" other="# rows will change" />
              ) : (
                <Trans>No changes</Trans>
              ))
            )}
          </span>
          <Button onClick={leave} data-autofocus={!isWorking && !canApply && !again ? true : undefined}>
            {step.at === 'planning' || canApply || hasChosen || mayCancel ? (
              <Trans>Cancel</Trans>
            ) : step.at === 'applying' ? (
              <Trans>Leave it running</Trans>
            ) : (
              <Trans>Close</Trans>
            )}
          </Button>
          {again && (
            <Button onClick={again} kind="primary" data-autofocus>
              <Trans>Plan again</Trans>
            </Button>
          )}
          {hasChosen && (
            <Button type="submit" kind="primary">
              <Trans>Preview again</Trans>
            </Button>
          )}
          {(isWorking || canApply) && (
            <Button
              type="submit"
              kind={kind}
              busy={isWorking}
              data-autofocus
              aria-label={isWorking ? t`Please wait` : undefined}
            >
              {action}
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  )
}
