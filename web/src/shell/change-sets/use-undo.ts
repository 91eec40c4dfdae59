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
import { cancelStep, undoable, undoPlan } from './change-set-calls'
import { hasMailed } from './change-set-kinds'
import { noteUndone } from './undo-list'

/** A bulk act that is to be taken back. */
export type Undone = Pick<ChangeSet, 'id' | 'kind'> & Partial<Pick<ChangeSet, 'summary'>>

/** A change set of which not everything can be put back. */
export interface PartialUndo extends Undone {
  undoes: number
  remains: number
}

/**
 * What came of undoing: the change set as it is undone; a question that is still to be answered; nothing for now (`failed`), or for good
 * (`lost`).
 */
export type Undoing = ChangeSet | 'asked' | 'failed' | 'lost'

interface UndoTerms {
  onUndone?(set: ChangeSet): void
  /**
   * Somebody has touched some of it since, or mails have told of it: asks whether what can is to be put back. Whoever has left the screen
   * is told to do it there.
   */
  onPartial(partial: PartialUndo): void
}

/** Undoing a change set: all of it, or, once it was agreed to, what nobody has touched since. Gives what came of it, and says what went wrong. */
export function useUndo({ onUndone, onPartial }: UndoTerms) {
  // The compiler cannot follow what undoing does when it fails.
  'use no memo'
  const { i18n } = useLingui()
  const { t } = useMacro()
  const queries = useQueryClient()
  const isLeft = useIsLeft()

  /** Asks on the screen that it is undone on, where that has not been left. */
  function ask(partial: PartialUndo): Undoing {
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

  /** A large one is undone by a job: until that begins, it can be cancelled. */
  function announceWaiting(id: string) {
    const cancel = async () => {
      try {
        if (!(await cancelStep(id))) showToast({ kind: 'done', text: t`It has begun and cannot be cancelled any more` })
      } catch (error) {
        reportError(error, 'saveFailed')
        showProblem(error, i18n._(problemText(error)))
      }
    }
    showToast({ kind: 'done', text: t`Undoing …`, action: { words: t`Cancel`, run: () => void cancel() } })
  }

  return async ({ id, kind, summary }: Undone, isPartial = false): Promise<Undoing> => {
    try {
      if (!isPartial && hasMailed({ kind, ...(summary && { summary }) })) {
        return ask({ id, kind, ...(await undoable(id)) })
      }
      let isSaid = false
      const set = await undoPlan(id, isPartial, () => {
        if (!isSaid) announceWaiting(id)
        isSaid = true
      })
      if (set.state === 'applied' && set.failure === null) {
        showToast({ kind: 'done', text: t`The undo was cancelled, nothing was changed` })
        return 'failed'
      }
      if (set.state !== 'undone') throw new Error(`The change set is ${set.state} after its undoing`)
      noteUndone(id)
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
      // Whoever looks at those of late meanwhile sees where it stands.
      void queries.invalidateQueries({ queryKey: keyOf(changeSets) })
    }
  }
}

function partialIn(error: CallFailure, undone: Undone): PartialUndo {
  const { undoes, remains } = (error.problems[0]?.meta ?? {}) as { undoes?: number; remains?: number }
  return { ...undone, undoes: undoes ?? 0, remains: remains ?? 0 }
}
