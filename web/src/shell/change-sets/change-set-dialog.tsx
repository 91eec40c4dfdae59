import { useLingui } from '@lingui/react'
import { Plural, Trans, useLingui as useMacro } from '@lingui/react/macro'
import { type ChangeSet, mayApply } from '@lintel/contract/people/change-sets'
import { useId, useState } from 'react'
import { requestIdOf } from '../../api/failure'
import { useLeaveGuard } from '../../api/form/use-leave-guard'
import { RequestId } from '../../api/request-id'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { DialogActions } from '../../ui/dialog-actions'
import { Notice } from '../../ui/notice'
import { Progress } from '../../ui/progress'
import { showToast } from '../../ui/toast'
import type { ChangeSetRequest, Outcome } from './change-set-calls'
import { ChangeSetRows } from './change-set-rows'
import { ChangeSetSummary } from './change-set-summary'
import styles from './change-sets.module.css'
import { failureText } from './failure-text'
import type { DescribeRow } from './row-text'
import { undoListOf } from './undo-list'
import { useChangeSet } from './use-change-set'

interface ChangeSetDialogProps {
  title: string
  /** Confirmation question, where the specification requires one. */
  question?: string | undefined
  /** The request, or a change set planned before. */
  request: ChangeSetRequest | ChangeSet
  describe: DescribeRow
  kind?: 'primary' | 'danger'
  /** Called if the plan changes nothing. */
  onNothing(set: ChangeSet): void
  /** Called when it was applied, whether the dialog is still open or was left running. */
  onApplied(set: ChangeSet): void
  /** Returns to the form that the request was entered in, with its input; undefined where there is none. */
  onBack?: (() => void) | undefined
  /** Something was entered in that form that would be lost with it. */
  isFormDirty?: boolean | undefined
  onClose(): void
  /** Plans again with toggled choices, by the keys of their rows. Without it, rows offer no choice. */
  onChoose?: ((keys: readonly string[]) => void) | undefined
}

/**
 * Preview of a bulk change: planned by the server, shown row by row, applied all or nothing. Until it is applied, Escape, a click outside
 * and Back return to the form that it was requested in; Cancel gives both up.
 */
export function ChangeSetDialog(props: ChangeSetDialogProps) {
  const {
    title,
    question,
    request,
    describe,
    kind = 'primary',
    onNothing,
    onApplied,
    onBack,
    isFormDirty = false,
    onClose,
    onChoose,
  } = props
  const { i18n } = useLingui()
  const { t } = useMacro()
  const id = useId()
  const [outcome, setOutcome] = useState<Outcome>()
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set())
  const { step, apply, replan, mayCancel, cancel } = useChangeSet(request, {
    onApplied: (applied, isLeft) => {
      // A dialog opened meanwhile stays open.
      if (!isLeft) onClose()
      undoListOf(request.customer).recordPreviewed(request, applied)
      onApplied(applied)
    },
    onFailedAfterLeaving: (error) =>
      showToast({
        kind: 'problem',
        text: error === undefined ? t`${title}: nothing was changed.` : `${title}: ${i18n._(failureText(error))}`,
        requestId: requestIdOf(error),
      }),
    onRefused: () => undoListOf(request.customer).forgetPreviewed(request),
    onPlanned: (set) => {
      if (set.summary.change > 0) return
      undoListOf(request.customer).forgetPreviewed(request)
      onNothing(set)
    },
  })
  const { set } = step
  const { change = 0, conflict = 0 } = set?.summary ?? {}
  const isWorking = step.at === 'planning' || step.at === 'applying'
  /** False for the rows of a change set that was applied or undone. */
  const isOpen = step.at === 'planned' && mayApply(step.set)
  const hasToggled = isOpen && toggled.size > 0
  const canApply = isOpen && change > 0 && !hasToggled
  const goBack = step.at === 'applying' ? undefined : onBack
  const isLeaveFocused = !isWorking && !canApply && !replan
  const { question: leaveQuestion } = useLeaveGuard(goBack !== undefined && isFormDirty)

  /** Cancels what is pending. If the server has begun meanwhile, it continues, and the button says so. */
  async function leave(go: () => void) {
    if (!mayCancel || !set || (await cancel(set))) go()
  }

  function toggle(key: string) {
    const next = new Set(toggled)
    if (!next.delete(key)) next.add(key)
    setToggled(next)
  }

  return (
    <Dialog
      label={title}
      describedBy={question && `${id}-question`}
      onClose={step.at === 'applying' ? onClose : () => leave(goBack ?? onClose)}
      size="wide"
    >
      <form
        className={styles.dialog}
        onSubmit={(event) => {
          event.preventDefault()
          if (hasToggled) onChoose?.([...toggled])
          else if (canApply && set) apply(set)
        }}
      >
        <h2>{title}</h2>
        {question && <p id={`${id}-question`}>{question}</p>}
        {step.at === 'stale' && (
          <Notice kind="problem" title={<Trans>Somebody changed some of this in the meantime</Trans>}>
            <p>
              <Trans>Nothing was changed. Plan it again to see how it stands now.</Trans>
            </p>
          </Notice>
        )}
        {step.at === 'failed' && (
          <Notice kind="problem" title={<Trans>Nothing was changed</Trans>}>
            {step.error !== undefined && <p>{i18n._(failureText(step.error))}</p>}
            <RequestId error={step.error} />
          </Notice>
        )}
        {step.at === 'applying' && step.isLost && (
          <Notice kind="problem" title={<Trans>The connection was lost while this was applied</Trans>}>
            <p>
              <Trans>The result is shown here as soon as the server answers.</Trans>
            </p>
          </Notice>
        )}
        <div className={isWorking ? styles.working : 'said-only'}>
          <span role="status">
            {step.at === 'planning' ? <Trans>Planning …</Trans> : step.at === 'applying' && <Trans>Applying …</Trans>}
          </span>
          {isWorking && <Progress label={title} done={set?.progress.done ?? 0} total={set?.progress.total ?? 0} />}
        </div>
        {set && step.at !== 'planning' && (
          <>
            <ChangeSetSummary summary={set.summary} outcome={outcome} onChoose={setOutcome} />
            <ChangeSetRows
              id={set.id}
              version={set.state}
              shown={outcome}
              describe={describe}
              toggled={onChoose && isOpen ? toggled : undefined}
              onToggle={toggle}
            />
          </>
        )}
        <DialogActions>
          <span id={`${id}-result`} className={styles.left} role="status">
            <span>
              {hasToggled ? (
                <Plural value={toggled.size} one="# row chosen otherwise" other="# rows chosen otherwise" />
              ) : (
                step.at === 'planned' &&
                (change > 0 ? (
                  isOpen ? (
                    <Plural value={change} one="# row will change" other="# rows will change" />
                  ) : (
                    <Plural value={change} one="# change" other="# changes" />
                  )
                ) : (
                  <Trans>No changes</Trans>
                ))
              )}
            </span>
            {step.at === 'planned' && conflict > 0 && (
              <span className="said-only"> {t`Conflicts ${i18n.number(conflict)}`}</span>
            )}
          </span>
          {goBack && (
            <Button onClick={() => leave(goBack)} data-autofocus={isLeaveFocused || undefined}>
              <Trans>Back</Trans>
            </Button>
          )}
          <Button onClick={() => leave(onClose)} data-autofocus={(isLeaveFocused && !goBack) || undefined}>
            {step.at === 'planning' || canApply || hasToggled || mayCancel || goBack ? (
              <Trans>Cancel</Trans>
            ) : step.at === 'applying' ? (
              <Trans>Leave it running</Trans>
            ) : (
              <Trans>Close</Trans>
            )}
          </Button>
          {replan && (
            <Button onClick={replan} kind="primary" data-autofocus>
              <Trans>Plan again</Trans>
            </Button>
          )}
          {hasToggled && (
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
              aria-describedby={`${id}-result`}
            >
              {change > 0 ? (
                <Plural value={change} one="Apply # change" other="Apply # changes" />
              ) : (
                <Trans>Apply</Trans>
              )}
            </Button>
          )}
        </DialogActions>
      </form>
      {leaveQuestion}
    </Dialog>
  )
}
