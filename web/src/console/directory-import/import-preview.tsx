import { Trans, useLingui } from '@lingui/react/macro'
import { type ChangeSet, changeSets, isAtWork, mayApply } from '@lintel/contract/people/change-sets'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { failedWith } from '../../api/failure'
import { Loaded } from '../../api/form/loaded'
import { one } from '../../api/resource'
import { useSave } from '../../api/use-save'
import { cancelStep, readChangeSet, settled } from '../../shell/change-sets/change-set-calls'
import { Button } from '../../ui/button'
import { Notice } from '../../ui/notice'
import { Progress } from '../../ui/progress'
import { showToast } from '../../ui/toast'
import { AbsenceRules } from './absence-rules'
import { ConfirmImport } from './confirm-import'
import styles from './directory-import.module.css'
import { type Confirmation, confirmImport } from './import-calls'
import { ImportFailed } from './import-failed'
import { importFailureText } from './import-failure-text'
import { ImportSteps } from './import-steps'
import { UndoOfImport } from './undo-of-import'
import { useIsHere } from './use-is-here'

interface ImportPreviewProps {
  /** Id of the change set. */
  plan: string
  /** The customer that is looked at; undefined for any. */
  customer: string | undefined
  isOfStaff: boolean
  /** Files are being compared already. */
  isComparing: boolean
  /** The files are compared once more. */
  onAgain(): void
  onLeave(): void
  /** It is another customer's than the one that is looked at. */
  onOfAnother(): void
  /** It was imported. */
  onDone(): void
}

/** Between two looks at an import that is at work, in ms: its progress is told at least each second. */
const lookAgainMs = 700

/** An import, wherever it stands: being planned, shown step by step before it is confirmed, performed, undone. */
export function ImportPreview({
  plan,
  customer,
  isOfStaff,
  isComparing,
  onAgain,
  onLeave,
  onOfAnother,
  onDone,
}: ImportPreviewProps) {
  const { t, i18n } = useLingui()
  const isHere = useIsHere()
  const queries = useQueryClient()
  const { data, error } = useQuery({
    ...one(changeSets, plan),
    refetchInterval: ({ state }) => (state.data && isAtWork(state.data.record) ? lookAgainMs : false),
  })
  const isOfAnother = customer !== undefined && data !== undefined && data.record.customer !== customer
  useEffect(() => {
    if (isOfAnother) onOfAnother()
  }, [isOfAnother, onOfAnother])

  const confirm = useSave({
    async work({ given }: { given: Confirmation; undo(set: ChangeSet): void }) {
      await confirmImport(given)
      const begun = await readChangeSet(plan)
      void queries.invalidateQueries({ queryKey: [changeSets.type] })
      return settled(begun, () => {})
    },
    // It gives and takes access: whatever is shown is read again.
    touches: [{ queryKey: [] }],
    // Whoever has left by now is told in a toast what became of it.
    shows: () => isHere(plan),
    onSaved(set, { undo }) {
      const { state, failure, failureDetail } = set
      const hasFailed = state === 'stale' || (state === 'failed' && failure !== 'cancelled')
      if (hasFailed && !isHere(plan)) {
        const code = state === 'stale' ? 'planStale' : (failure ?? 'internal')
        showToast({ kind: 'problem', text: i18n._(importFailureText(code, failureDetail)) })
      }
      if (state !== 'applied') return
      onDone()
      showToast({ kind: 'done', text: t`Import complete!`, action: { words: t`Undo`, run: () => undo(set) } })
    },
  })
  const cancel = useSave({
    work: () => cancelStep(plan),
    touches: [changeSets],
    onSaved() {
      if (isHere(plan)) onLeave()
    },
  })

  const isStale = failedWith(confirm.error, 'planStale') || data?.record.state === 'stale'
  const leave = (
    <Button onClick={onLeave}>
      <Trans>Close</Trans>
    </Button>
  )

  function standing(set: ChangeSet, undo: (set: ChangeSet) => void) {
    const { state, progress, failure, failureDetail, summary } = set
    if (isStale)
      return (
        <Notice kind="problem" title={<Trans>Something was changed since the preview</Trans>}>
          <p>
            <Trans>Nothing was imported. A new dry run shows how it stands now.</Trans>
          </p>
          <p className={styles.answers}>
            <Button kind="primary" busy={isComparing} onClick={onAgain}>
              <Trans>New dry run</Trans>
            </Button>
          </p>
        </Notice>
      )
    if (isAtWork(set))
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
          onConfirm={(given) => confirm.mutate({ given: { planId: plan, ...given }, undo })}
          onCancel={onLeave}
        />
      )
    const title =
      state === 'undone' ? (
        <Trans>The import is undone.</Trans>
      ) : state === 'applied' ? (
        <Trans>Import complete!</Trans>
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

  if (isOfAnother) return null
  return (
    <Loaded data={data?.record} error={error} rows={8}>
      {(set) => (
        <UndoOfImport>
          {(undo) => (
            <div className={styles.preview}>
              {standing(set, undo)}
              {set.state === 'planned' && !isStale && (
                <details className={styles.folded}>
                  <summary>
                    <Trans>What absence means, and how much may go</Trans>
                  </summary>
                  <AbsenceRules isOfStaff={isOfStaff} />
                </details>
              )}
              {!isAtWork(set) && set.state !== 'failed' && !isStale && set.summary.total > 0 && (
                <ImportSteps set={set} />
              )}
            </div>
          )}
        </UndoOfImport>
      )}
    </Loaded>
  )
}
