import { Trans, useLingui } from '@lingui/react/macro'
import { type ChangeSet, changeSets, isRunning, mayApply } from '@lintel/contract/people/change-sets'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { failedWith } from '../../api/failure'
import { Loaded } from '../../api/form/loaded'
import { one } from '../../api/resource'
import { useSave } from '../../api/use-save'
import { cancelStep, readChangeSet, waitUntilSettled } from '../../shell/change-sets/change-set-calls'
import { Button } from '../../ui/button'
import { Notice } from '../../ui/notice'
import { Progress } from '../../ui/progress'
import { showToast } from '../../ui/toast'
import { AbsenceRules } from './absence-rules'
import { ConfirmImport, RefusedRows } from './confirm-import'
import styles from './directory-import.module.css'
import { type Confirmation, confirmImport } from './import-calls'
import { ImportFailed } from './import-failed'
import { importErrorText, importFailureText } from './import-failure-text'
import { ImportSteps } from './import-steps'
import { UndoImport } from './undo-import'
import { useIsPlanShown } from './use-is-plan-shown'

interface ImportPreviewProps {
  /** Id of the change set. */
  plan: string
  /** The selected customer; undefined for any. */
  customer: string | undefined
  isOfStaff: boolean
  /** A dry run is already running. */
  isComparing: boolean
  /** Repeats the dry run with the same files. */
  onRepeatDryRun(): void
  onLeave(): void
  /** The import belongs to another customer than the selected one. */
  onCustomerMismatch(): void
  /** The import is complete. */
  onDone(): void
}

/** Polling interval of a running import in ms: progress must be shown at least once a second. */
const pollIntervalMs = 700

/** An import in any state: being planned, previewed step by step, applied or undone. */
export function ImportPreview({
  plan,
  customer,
  isOfStaff,
  isComparing,
  onRepeatDryRun,
  onLeave,
  onCustomerMismatch,
  onDone,
}: ImportPreviewProps) {
  const { t, i18n } = useLingui()
  const isPlanShown = useIsPlanShown()
  const queries = useQueryClient()
  const { data, error } = useQuery({
    ...one(changeSets, plan),
    refetchInterval: ({ state }) => (state.data && isRunning(state.data.record) ? pollIntervalMs : false),
  })
  const isCustomerMismatch = customer !== undefined && data !== undefined && data.record.customer !== customer
  useEffect(() => {
    if (isCustomerMismatch) onCustomerMismatch()
  }, [isCustomerMismatch, onCustomerMismatch])

  const confirm = useSave({
    async work({ confirmation }: { confirmation: Confirmation; undo(set: ChangeSet): void }) {
      await confirmImport(confirmation)
      const startedSet = await readChangeSet(plan)
      void queries.invalidateQueries({ queryKey: [changeSets.type] })
      return waitUntilSettled(startedSet, () => {})
    },
    // An import changes access, so everything on screen is refetched.
    invalidates: [{ queryKey: [] }],
    // Someone who has left the preview is notified of the result by a toast.
    handlesError: () => isPlanShown(plan),
    describeFailure: (_problem, failed) => t`Error importing file: ${i18n._(importErrorText(failed))}`,
    onSaved(set, { undo }) {
      const { state, failure, failureDetail } = set
      const hasFailed = state === 'stale' || (state === 'failed' && failure !== 'cancelled')
      if (hasFailed && !isPlanShown(plan)) {
        const code = state === 'stale' ? 'planStale' : (failure ?? 'internal')
        showToast({ kind: 'problem', text: t`Error importing file: ${i18n._(importFailureText(code, failureDetail))}` })
      }
      if (state !== 'applied') return
      onDone()
      showToast({ kind: 'done', text: t`Import complete!`, action: { label: t`Undo`, run: () => undo(set) } })
    },
  })
  const cancel = useSave({
    work: () => cancelStep(plan),
    invalidates: [changeSets],
    onSaved() {
      if (isPlanShown(plan)) onLeave()
    },
  })

  const isStale = failedWith(confirm.error, 'planStale') || data?.record.state === 'stale'
  const leave = (
    <Button onClick={onLeave}>
      <Trans>Close</Trans>
    </Button>
  )

  function renderStatus(set: ChangeSet, undo: (set: ChangeSet) => void) {
    const { state, progress, failure, failureDetail, summary } = set
    if (isStale)
      return (
        <Notice kind="problem" title={<Trans>Something was changed since the preview</Trans>}>
          <p>
            <Trans>Nothing was imported. A new dry run shows how it stands now.</Trans>
          </p>
          <p className={styles.answers}>
            <Button kind="primary" busy={isComparing} onClick={onRepeatDryRun}>
              <Trans>New dry run</Trans>
            </Button>
          </p>
        </Notice>
      )
    if (isRunning(set))
      return (
        <div className={styles.working} role="status">
          <span>
            {state === 'planning' ? (
              <Trans>Comparing the files with what is known …</Trans>
            ) : state === 'applying' ? (
              <Trans>Importing …</Trans>
            ) : (
              <Trans>Undoing …</Trans>
            )}
          </span>
          <Progress label={t`Directory import`} done={progress.done} total={progress.total} />
          <span className={styles.answers}>
            {state === 'planning' && (
              <Button busy={cancel.isPending} onClick={() => cancel.mutate(undefined)}>
                <Trans>Cancel</Trans>
              </Button>
            )}
            <Button onClick={onLeave}>
              <Trans>Leave it running</Trans>
            </Button>
          </span>
        </div>
      )
    if (state === 'failed')
      return failure === 'cancelled' ? (
        <Notice title={<Trans>Cancelled, nothing was changed</Trans>}>{leave}</Notice>
      ) : (
        <ImportFailed code={failure ?? 'internal'} detail={failureDetail}>
          <p className={styles.answers}>
            <Button kind="primary" onClick={onLeave}>
              <Trans>Choose another file</Trans>
            </Button>
          </p>
        </ImportFailed>
      )
    if (mayApply(set) && summary.change > 0)
      return (
        <ConfirmImport
          set={set}
          failure={confirm.error}
          isBusy={confirm.isPending}
          onConfirm={(confirmation) => confirm.mutate({ confirmation: { planId: plan, ...confirmation }, undo })}
          onCancel={onLeave}
        />
      )
    const title =
      state === 'undone' ? (
        <Trans>The import is undone.</Trans>
      ) : state === 'applied' ? (
        <Trans>Import complete!</Trans>
      ) : summary.conflict > 0 ? (
        <RefusedRows count={summary.conflict} />
      ) : (
        <Trans>No changes needed</Trans>
      )
    return (
      <div className={styles.done} role="status">
        <p className={styles.outcome}>{title}</p>
        <span className={styles.answers}>
          {state === 'applied' && (
            <Button onClick={() => undo(set)}>
              <Trans>Undo</Trans>
            </Button>
          )}
          {leave}
        </span>
      </div>
    )
  }

  if (isCustomerMismatch) return null
  return (
    <Loaded data={data?.record} error={error} rows={8}>
      {(set) => (
        <UndoImport>
          {(undo) => (
            <div className={styles.preview}>
              {renderStatus(set, undo)}
              {set.state === 'planned' && !isStale && (
                <details className={styles.folded}>
                  <summary>
                    <Trans>What happens to people who are not in the files</Trans>
                  </summary>
                  <AbsenceRules isOfStaff={isOfStaff} />
                </details>
              )}
              {!isRunning(set) && set.state !== 'failed' && !isStale && set.summary.total > 0 && (
                <ImportSteps set={set} />
              )}
            </div>
          )}
        </UndoImport>
      )}
    </Loaded>
  )
}
