import { useLingui } from '@lingui/react'
import { useLingui as useMacro } from '@lingui/react/macro'
import { type ChangeSet, type ChangeSetRow, changeSets, maxWhenCleanRows } from '@lintel/contract/people/change-sets'
import { useQueryClient } from '@tanstack/react-query'
import { problemText } from '../../api/problem-text'
import { isRefused } from '../../api/refused'
import { reportError } from '../../api/report-error'
import { keyOf } from '../../api/resource'
import { savesSettled } from '../../api/saves-settled'
import { showProblem } from '../../api/show-problem'
import { showToast } from '../../ui/toast'
import { applyImmediately } from './apply-immediately'
import { type ChangeSetRequest, readAllRows } from './change-set-calls'
import { sendsMail } from './change-set-kinds'
import { redoRequest } from './redo-request'
import { type Step, stepOf, undoListOf } from './undo-list'
import type { UndoableChangeSet, UndoResult } from './use-undo'

interface StepOptions {
  customer: string
  /** Undoes a change set; with `isPartial`, only rows that nobody changed since. */
  undoChangeSet(set: UndoableChangeSet, isPartial: boolean): Promise<UndoResult>
  /** Waits for other pending changes before a step is chosen. */
  waitUntilSettled?(): Promise<void>
  /** Called when it was undone, completely or partially. */
  onUndone(step: Step, undone: ChangeSet): void
  /** Called when the undone step was done again as a change set of its own. */
  onRedone(undone: Step, redone: ChangeSet): void
  /** Previews a redo that cannot be applied at once or would send mails. The step stays in the list until it is applied. */
  onPreview(request: ChangeSetRequest | ChangeSet): void
  /** Applies a redo in one request. */
  apply?(request: ChangeSetRequest): Promise<ChangeSet>
}

interface RecordOptions {
  /** The original request, for a redo. */
  request?: ChangeSetRequest | undefined
  /** The place in the list that was taken before the change was sent. */
  place?: number
}

/** The number of rows that a step changed, as far as it is known: of an undone step it is. */
const changesOf = ({ summary }: Step): number => summary?.change ?? 0

/** A redo of more rows than one request applies is previewed. */
const isLarge = (step: Step): boolean => changesOf(step) > maxWhenCleanRows

/** Undo and redo of all changes of a customer in this window, on whichever screen they were made. */
export function useSteps(options: StepOptions) {
  // The compiler does not support the try/catch below.
  'use no memo'
  const { customer, undoChangeSet, waitUntilSettled, onUndone, onRedone, onPreview, apply = applyImmediately } = options
  const { i18n } = useLingui()
  const { t } = useMacro()
  const queries = useQueryClient()
  const list = undoListOf(customer)

  /** Refreshes an open list of recent changes. */
  const refetchRecent = () => void queries.invalidateQueries({ queryKey: keyOf(changeSets) })

  function record(step: Step, place?: number): void {
    list.record(step, place)
    refetchRecent()
  }

  /** Pending saves become steps when they are answered. */
  async function waitForPendingSaves(): Promise<void> {
    await waitUntilSettled?.()
    await savesSettled(queries)
  }

  /**
   * Undoes that step, which may not be in the list, or the last one, after pending saves. The step stays in the list
   * until it is undone or cannot be undone any more.
   */
  function undo(known?: Step, isPartial = false): Promise<void> {
    return list.inTurn(async () => {
      await waitForPendingSaves()
      const step = list.stepToUndo(known)
      if (!step) return showToast({ kind: 'done', text: t`Nothing to undo` })
      const undone = await undoChangeSet(step, isPartial)
      if (undone === 'lost') list.forget(step.id)
      if (typeof undone === 'string') return
      list.recordUndone({ ...step, summary: undone.summary })
      onUndone(step, undone)
    })
  }

  /** The rows that a step changed: none unless all of them are found, so that a redo repeats all of it or nothing. */
  async function readChanges(step: Step): Promise<ChangeSetRow[]> {
    if (isLarge(step)) showToast({ kind: 'done', text: t`Redoing …` })
    const rows = await readAllRows(step.id, 'change')
    return rows.length < changesOf(step) ? [] : rows
  }

  /**
   * Redoes the last undone step, on condition that everything is as it was. The step stays in the list until it is redone
   * or cannot be redone any more.
   */
  function redo(): Promise<void> {
    return list.inTurn(async () => {
      await waitForPendingSaves()
      const step = list.stepToRedo()
      if (!step) return showToast({ kind: 'done', text: t`Nothing to redo` })
      const place = list.nextPlace()
      const preview = (shown: ChangeSetRequest | ChangeSet) => {
        list.markPreviewed(shown, { undone: step, place })
        onPreview(shown)
      }
      try {
        if (step.request) return preview(step.request)
        const again = await redoRequest(customer, step, () => readChanges(step))
        if (!again) {
          list.forgetUndone(step.id)
          return showToast({ kind: 'done', text: t`This change cannot be redone: make it again.` })
        }
        if (isLarge(step) || sendsMail({ kind: step.kind })) return preview(again)
        const set = await apply(again)
        if (set.state !== 'applied') return preview(set)
        const redone = stepOf(set)
        list.recordRedone(redone, { undone: step, place })
        refetchRecent()
        onRedone(step, set)
        showToast({ kind: 'done', text: t`Redone`, action: { label: t`Undo`, run: () => void undo(redone) } })
      } catch (error) {
        if (isRefused(error)) list.forgetUndone(step.id)
        reportError(error, 'saveFailed')
        showProblem(error, i18n._(problemText(error)))
      }
    })
  }

  /** Records a change and shows a toast with Undo. */
  function announce(set: ChangeSet, text: string, options?: RecordOptions): void {
    const undoDone = recordDone(set, options)
    if (undoDone) showToast({ kind: 'done', text, action: { label: t`Undo`, run: undoDone } })
  }

  /** Records a change that is announced elsewhere; returns its undo function if it changed anything. */
  function recordDone(set: ChangeSet, { request, place }: RecordOptions = {}): (() => void) | undefined {
    if (set.summary.change === 0) return undefined
    const step = stepOf(set, request)
    record(step, place)
    return () => void undo(step)
  }

  return {
    announce,
    /** Takes the place of a change in the list before it is sent, where others may be sent meanwhile. */
    nextPlace: () => list.nextPlace(),
    recordDone: (set: ChangeSet) => recordDone(set),
    undo: () => void undo(),
    undoStep: (step: UndoableChangeSet, isPartial = false) => void undo(step, isPartial),
    redo: () => void redo(),
    record: (step: Step) => record(step),
  }
}
