import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { showToast } from '../../ui/toast'
import { failedWith } from '../failure'
import { savesSettled } from '../saves-settled'
import { useSave } from '../use-save'
import { type RecordStep, RecordSteps } from './record-steps'

/** What was saved in this window, whatever it was and on whichever screen. */
const steps = new RecordSteps()

/** One after the other: what is undone or done again is the step that was last when it began. */
let turn: Promise<unknown> = Promise.resolve()

/** Undoing what forms of records saved, and doing it again: by the toast that told of it, and by Ctrl-Z and Ctrl-Shift-Z. */
export function useRecordSteps() {
  // The compiler cannot follow what happens when a save fails.
  'use no memo'
  const { t } = useLingui()
  const queries = useQueryClient()
  const { mutateAsync } = useSave({ work: (save: () => Promise<number | undefined>) => save() })

  /** Saves, and reads again what was saved; gives `failed` where it could not be for now, `lost` where somebody else has changed it. */
  async function walk(step: RecordStep, save: () => Promise<number | undefined>) {
    try {
      return { version: await mutateAsync(save) }
    } catch (error) {
      return failedWith(error, 'stale') || failedWith(error, 'notFound') ? 'lost' : 'failed'
    } finally {
      void queries.invalidateQueries({ queryKey: [step.type] })
    }
  }

  /** Takes back that step, or the last one; one that was undone by the keys already is not undone by its toast as well. */
  function undo(wanted?: RecordStep, isWalked = true): void {
    turn = turn.then(async () => {
      await savesSettled(queries)
      const step = isWalked ? steps.takeLast(wanted) : wanted
      if (!step) return wanted ?? showToast({ kind: 'done', text: t`Nothing to undo` })
      const result = await walk(step, async () => step.undo?.(step.to))
      if (result === 'failed' && isWalked) steps.returnDone(step)
      if (typeof result === 'string') return
      if (isWalked) steps.recordUndone(step, result.version)
      showToast({ kind: 'done', text: t`Undone` })
      step.undone?.()
    })
  }

  function redo(): void {
    turn = turn.then(async () => {
      await savesSettled(queries)
      const step = steps.takeUndone()
      if (!step) return showToast({ kind: 'done', text: t`Nothing to redo` })
      const result = await walk(step, async () => step.redo?.(step.from))
      if (result === 'failed') steps.returnUndone(step)
      if (typeof result === 'string') return
      steps.recordRedone(step, result.version)
      showToast({ kind: 'done', text: t`Redone`, action: { words: t`Undo`, run: () => undo(step) } })
    })
  }

  const sayWith = (text: string, step: RecordStep, isWalked: boolean) =>
    showToast({
      kind: 'done',
      text,
      ...(step.undo && { action: { words: t`Undo`, run: () => undo(step, isWalked) } }),
    })

  return {
    undo: () => undo(),
    redo,
    /** Says what was done, with Undo where it can be undone; where no key walks steps. */
    say: (text: string, step: RecordStep) => sayWith(text, step, false),
    /** Says what was done, with Undo where it can be undone, and the keys walk it. */
    announce(text: string, step: RecordStep): void {
      steps.record(step)
      sayWith(text, step, true)
    },
  }
}
