import { Trans, useLingui } from '@lingui/react/macro'
import { type ChangeSet, changeSets, isRunning, mayApply } from '@lintel/contract/people/change-sets'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { failedWith } from '../../api/failure'
import { Loaded } from '../../api/form/loaded'
import { codeText } from '../../api/problem-text'
import { one } from '../../api/resource'
import { useSave } from '../../api/use-save'
import { cancelStep, readChangeSet, waitUntilSettled } from '../../shell/change-sets/change-set-calls'
import { failureOf, failureText } from '../../shell/change-sets/failure-text'
import { Button } from '../../ui/button'
import { Notice } from '../../ui/notice'
import { Progress } from '../../ui/progress'
import { showToast } from '../../ui/toast'
import { AbsenceRules } from './absence-rules'
import { ConfirmImport } from './confirm-import'
import styles from './directory-import.module.css'
import { DownloadErrors } from './download-errors'
import { type Confirmation, confirmImport } from './import-calls'
import { ImportFailed } from './import-failed'
import { importOutcome } from './import-outcome'
import { ImportSteps } from './import-steps'
import { TakesFocus } from './takes-focus'
import { UndoImport } from './undo-import'
import { useIsPlanShown } from './use-is-plan-shown'

interface ImportPreviewProps {
  /** Id of the change set. */
  plan: string
  /** The selected customer; undefined for any. */
  customer: string | undefined
  /** The archive that was planned; undefined where this window did not send it. */
  archive: File | undefined
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
  archive,
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
    describeFailure: (_problem, failed) => t`Error importing file: ${i18n._(failureText(failed))}`,
    onSaved(set, { undo }) {
      const { state } = set
      const failed = failureOf(set)
      const reason = state === 'stale' ? codeText('planStale') : failed && state === 'failed' && failureText(failed)
      if (reason && !isPlanShown(plan)) showToast({ kind: 'problem', text: t`Error importing file: ${i18n._(reason)}` })
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
  const outcome = data && !isStale && importOutcome(data.record)

  /** What can be done in the state of the import, below its outcome. */
  function renderActions(set: ChangeSet, undo: (set: ChangeSet) => void) {
    const { state, progress, summary } = set
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
        <div className={styles.working}>
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
    const failed = state === 'failed' && failureOf(set)
    if (failed)
      return (
        <ImportFailed error={failed}>
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
    return (
      <span className={styles.answers}>
        {state === 'applied' && (
          <Button onClick={() => undo(set)}>
            <Trans>Undo</Trans>
          </Button>
        )}
        <Button onClick={onLeave}>
          <Trans>Close</Trans>
        </Button>
      </span>
    )
  }

  if (isCustomerMismatch) return null
  return (
    <UndoImport>
      {(undo) => (
        <div className={styles.preview}>
          {/* It is there before its texts, so that they are announced. */}
          <div role="status" className={outcome ? undefined : 'said-only'}>
            {outcome}
          </div>
          <Loaded data={data?.record} error={error} rows={8}>
            {(set) => (
              <>
                {/* Outside the texts that are announced, so that they are not read twice. */}
                <TakesFocus key={isStale ? 'stale' : set.state}>{renderActions(set, undo)}</TakesFocus>
                {set.state === 'planned' && !isStale && (
                  <details className={styles.folded}>
                    <summary>
                      <Trans>What happens to people who are not in the files</Trans>
                    </summary>
                    <AbsenceRules isOfStaff={isOfStaff} />
                  </details>
                )}
                {!isRunning(set) && set.state !== 'failed' && !isStale && set.summary.total > 0 && (
                  <>
                    {set.summary.conflict > 0 && <DownloadErrors {...{ set, archive }} />}
                    <ImportSteps set={set} />
                  </>
                )}
              </>
            )}
          </Loaded>
        </div>
      )}
    </UndoImport>
  )
}
