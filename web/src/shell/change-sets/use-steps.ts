import { useLingui } from '@lingui/react'
import { useLingui as useMacro } from '@lingui/react/macro'
import { type ChangeSet, changeSets } from '@lintel/contract/people/change-sets'
import { useQueryClient } from '@tanstack/react-query'
import { problemText } from '../../api/problem-text'
import { isRefused } from '../../api/refused'
import { reportError } from '../../api/report-error'
import { keyOf } from '../../api/resource'
import { savesSettled } from '../../api/saves-settled'
import { showProblem } from '../../api/show-problem'
import { showToast } from '../../ui/toast'
import { applyAtOnce } from './apply-at-once'
import { readRows, type WantedChangeSet } from './change-set-calls'
import { hasMailed } from './change-set-kinds'
import { stepAgain } from './step-again'
import { type Step, undoListOf } from './undo-list'
import type { Undoing, Undone } from './use-undo'

interface StepTerms {
  customer: string
  /** Undoes a change set; with `isPartial`, what nobody has touched since. */
  undoChangeSet(set: Undone, isPartial: boolean): Promise<Undoing>
  /** Waits for what is under way beside the saves before a step is chosen. */
  settled?(): Promise<void>
  /** It was undone, as the change set says: all of it, or with some that remains. */
  onUndone(step: Step, undone: ChangeSet): void
  onRedone(set: ChangeSet): void
  /** What cannot be made again at once, or sends mails, is previewed. */
  onPreview(wanted: WantedChangeSet | ChangeSet): void
  /** Applies in one request what is made again. */
  apply?(wanted: WantedChangeSet): Promise<ChangeSet>
}

/** Steps that are made again with what their rows say are no larger than this: as many as are applied in one request. */
const mostAgain = 200

/** One after the other: what is undone or done again is the step that was last when it began. */
let turn: Promise<unknown> = Promise.resolve()

/** Walking through what was done here for a customer, whatever it was and on whichever screen: back, and forth again. */
export function useSteps(terms: StepTerms) {
  // The compiler cannot follow what happens when a change fails.
  'use no memo'
  const { customer, undoChangeSet, settled, onUndone, onRedone, onPreview, apply = applyAtOnce } = terms
  const { i18n } = useLingui()
  const { t } = useMacro()
  const queries = useQueryClient()
  const list = undoListOf(customer)

  /** Whoever looks at those of late meanwhile sees the step among them. */
  const readRecent = () => void queries.invalidateQueries({ queryKey: keyOf(changeSets) })

  function record(step: Step): void {
    list.record(step)
    readRecent()
  }

  /** What is being saved is a step, too, once its answer is there. */
  async function whatIsUnderWay(): Promise<void> {
    await settled?.()
    await savesSettled(queries)
  }

  /**
   * Takes back that step, of which the list may not know, or the last one, when what is under way is over. Until it is undone, or cannot be
   * any more, it stays in the list where it is.
   */
  function undo(known?: Step, isPartial = false): Promise<unknown> {
    turn = turn.then(async () => {
      await whatIsUnderWay()
      const step = list.toUndo(known)
      if (!step) return showToast({ kind: 'done', text: t`Nothing to undo` })
      const undone = await undoChangeSet(step, isPartial)
      if (undone === 'lost') list.forget(step.id)
      if (typeof undone === 'string') return
      list.recordUndone(step)
      onUndone(step, undone)
    })
    return turn
  }

  /** Makes again what was undone last, on condition that everything is as it was. */
  function redo(): Promise<unknown> {
    turn = turn.then(async () => {
      await whatIsUnderWay()
      const step = list.takeUndone()
      if (!step) return showToast({ kind: 'done', text: t`Nothing to redo` })
      try {
        if (step.wanted) return onPreview(step.wanted)
        const rows = step.rows ?? (await readRows(step.id, 'change', 0)).rows
        const again = stepAgain(customer, step, rows)
        if (!again) return showToast({ kind: 'done', text: t`This change cannot be redone: make it again.` })
        if (rows.length > mostAgain || hasMailed({ kind: step.kind })) return onPreview(again)
        const set = await apply(again)
        if (set.state !== 'applied') return onPreview(set)
        // What a form shows beside roles is not in a table's cells.
        const made: Step = { id: set.id, kind: set.kind, ...(set.kind === 'roles' && { rows: set.rows }) }
        list.recordAgain(made)
        readRecent()
        onRedone(set)
        showToast({ kind: 'done', text: t`Redone`, action: { words: t`Undo`, run: () => void undo(made) } })
      } catch (error) {
        if (!isRefused(error)) list.returnUndone(step)
        reportError(error, 'saveFailed')
        showProblem(error, i18n._(problemText(error)))
      }
    })
    return turn
  }

  /** Something was done that can be undone: it is in the list, and the toast that says so has Undo. */
  function announce(set: ChangeSet, text: string, wanted?: WantedChangeSet): void {
    const back = recordDone(set, wanted)
    if (back) showToast({ kind: 'done', text, action: { words: t`Undo`, run: back } })
  }

  /** Something was done that is announced elsewhere: gives how to undo it, where it changed anything. */
  function recordDone(set: ChangeSet, wanted?: WantedChangeSet): (() => void) | undefined {
    if (set.summary.change === 0) return undefined
    const { id, kind, summary } = set
    const step: Step = { id, kind, summary, wanted, ...(kind === 'roles' && { rows: set.rows }) }
    record(step)
    return () => void undo(step)
  }

  return {
    announce,
    recordDone: (set: ChangeSet) => recordDone(set),
    undo: () => void undo(),
    undoStep: (step: Undone, isPartial = false) => void undo(step, isPartial),
    redo: () => void redo(),
    record,
  }
}
