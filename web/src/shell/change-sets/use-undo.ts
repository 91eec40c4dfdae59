import { useLingui } from '@lingui/react'
import { useLingui as useMacro } from '@lingui/react/macro'
import { type ChangeSet, changeSets } from '@lintel/contract/people/change-sets'
import { useQueryClient } from '@tanstack/react-query'
import { type CallFailure, failedWith } from '../../api/failure'
import { useIsLeft } from '../../api/form/use-is-left'
import { problemText } from '../../api/problem-text'
import { isRefused } from '../../api/refused'
import { reportError } from '../../api/report-error'
import { keyOf } from '../../api/resource'
import { showProblem } from '../../api/show-problem'
import { showToast } from '../../ui/toast'
import { cancelStep, fetchUndoPreview, sendUndo } from './change-set-calls'
import { sendsMail } from './change-set-kinds'
import { markUndone } from './undo-list'

/** A change set to undo. */
export type UndoableChangeSet = Pick<ChangeSet, 'id' | 'kind'> & Partial<Pick<ChangeSet, 'summary'>>

/** A change set that can only be undone partially. */
export interface PartialUndo extends UndoableChangeSet {
  undoes: number
  remains: number
}

/** Result of an undo: the undone change set, `asked` if a confirmation is open, `failed` for now, or `lost` for good. */
export type UndoResult = ChangeSet | 'asked' | 'failed' | 'lost'

interface UndoOptions {
  onUndone?(set: ChangeSet): void
  /**
   * Called when others changed some of it since, or mails were sent: asks for confirmation. If the screen was left, a
   * toast asks to undo it there.
   */
  onPartial(partial: PartialUndo): void
}

/** Undoes a change set: all of it, or after confirmation only what nobody changed since. Returns the result and shows failures. */
export function useUndo({ onUndone, onPartial }: UndoOptions) {
  // The compiler does not support the try/catch below.
  'use no memo'
  const { i18n } = useLingui()
  const { t } = useMacro()
  const queries = useQueryClient()
  const isLeft = useIsLeft()

  /** Asks for confirmation on this screen, unless it was left. */
  function ask(partial: PartialUndo): UndoResult {
    if (!isLeft()) {
      onPartial(partial)
      return 'asked'
    }
    showToast({
      kind: 'problem',
      text: t`Undoing this has to be confirmed. Undo it once more on the screen where it was changed.`,
    })
    return 'failed'
  }

  /** Large change sets are undone by a job, which can be cancelled until it begins. */
  function announceUndoing(id: string) {
    const cancel = async () => {
      try {
        if (!(await cancelStep(id))) showToast({ kind: 'done', text: t`It has begun and cannot be cancelled any more` })
      } catch (error) {
        reportError(error, 'saveFailed')
        showProblem(error, i18n._(problemText(error)))
      }
    }
    showToast({ kind: 'done', text: t`Undoing …`, action: { label: t`Cancel`, run: () => void cancel() } })
  }

  return async ({ id, kind, summary }: UndoableChangeSet, isPartial = false): Promise<UndoResult> => {
    try {
      if (!isPartial && sendsMail({ kind, ...(summary && { summary }) })) {
        return ask({ id, kind, ...(await fetchUndoPreview(id)) })
      }
      let isAnnounced = false
      const set = await sendUndo(id, isPartial, () => {
        if (!isAnnounced) announceUndoing(id)
        isAnnounced = true
      })
      if (set.state === 'applied' && set.failure === null) {
        showToast({ kind: 'done', text: t`The undo was cancelled, nothing was changed` })
        return 'failed'
      }
      // Rows were changed while the undo waited.
      if (set.state === 'applied' && set.failure === 'changedSince')
        return ask({ id, kind, ...(await fetchUndoPreview(id)) })
      if (set.state !== 'undone') throw new Error(`The change set is ${set.state} after its undoing`)
      markUndone(id)
      const { remaining } = set.summary
      showToast({
        kind: 'done',
        text: remaining > 0 ? t`Undone, except for what others have changed since` : t`Undone`,
      })
      onUndone?.(set)
      return set
    } catch (error) {
      const found = failedWith(error, 'changedSince') ? partialIn(error, { id, kind }) : undefined
      if (found) return ask(found)
      reportError(error, 'saveFailed')
      showProblem(error, i18n._(problemText(error)))
      return isRefused(error) ? 'lost' : 'failed'
    } finally {
      // Refreshes an open list of recent changes.
      void queries.invalidateQueries({ queryKey: keyOf(changeSets) })
    }
  }
}

function partialIn(error: CallFailure, undone: UndoableChangeSet): PartialUndo {
  const { undoes, remains } = (error.problems[0]?.meta ?? {}) as { undoes?: number; remains?: number }
  return { ...undone, undoes: undoes ?? 0, remains: remains ?? 0 }
}
