import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { showToast } from '../../ui/toast'
import { failedWith } from '../failure'
import { savesSettled } from '../saves-settled'
import { useSave } from '../use-save'
import { type RecordStep, RecordSteps } from './record-steps'

/** The undo history of this window, across all screens. */
const steps = new RecordSteps()

/** Runs undo and redo one after the other, so that each takes the last step at its start. */
let queue: Promise<unknown> = Promise.resolve()

/** Undo and redo of record saves: by the toast that announced them, and by Ctrl-Z and Ctrl-Shift-Z. */
export function useRecordSteps() {
  // The React Compiler does not support try/finally.
  'use no memo'
  const { t } = useLingui()
  const queries = useQueryClient()
  const { mutateAsync } = useSave({ work: (save: () => Promise<number | undefined>) => save() })

  /**
   * Runs an undo or redo and refetches; resolves to `failed` if it can be retried, `lost` if somebody else has changed the record or added to it.
   */
  async function runStep(step: RecordStep, save: () => Promise<number | undefined>) {
    try {
      return { version: await mutateAsync(save) }
    } catch (error) {
      return (['stale', 'notFound', 'stillInUse'] as const).some((code) => failedWith(error, code)) ? 'lost' : 'failed'
    } finally {
      void queries.invalidateQueries({ queryKey: [step.type] })
    }
  }

  /** Undoes the given step, or the last one; a step undone by a shortcut is not undone again by its toast. */
  function undo(target?: RecordStep, isInHistory = true): void {
    queue = queue.then(async () => {
      await savesSettled(queries)
      const step = isInHistory ? steps.takeLast(target) : target
      if (!step) return target ?? showToast({ kind: 'done', text: t`Nothing to undo` })
      const result = await runStep(step, async () => step.undo?.(step.to))
      if (result === 'failed' && isInHistory) steps.returnDone(step)
      if (typeof result === 'string') return
      if (isInHistory) steps.recordUndone(step, result.version)
      showToast({ kind: 'done', text: t`Undone` })
      step.undone?.()
    })
  }

  function redo(): void {
    queue = queue.then(async () => {
      await savesSettled(queries)
      const step = steps.popUndone()
      if (!step) return showToast({ kind: 'done', text: t`Nothing to redo` })
      const result = await runStep(step, async () => step.redo?.(step.from))
      if (result === 'failed') steps.pushUndone(step)
      if (typeof result === 'string') return
      steps.recordRedone(step, result.version)
      showToast({ kind: 'done', text: t`Redone`, action: { label: t`Undo`, run: () => undo(step) } })
    })
  }

  return {
    undo: () => undo(),
    redo,
    /** Announces an action with Undo, if possible, and adds it to the shortcut history, unless `isInHistory` is false. */
    announce(text: string, step: RecordStep, { isInHistory = true }: { isInHistory?: boolean } = {}): void {
      if (isInHistory) steps.record(step)
      showToast({
        kind: 'done',
        text,
        ...(step.undo && { action: { label: t`Undo`, run: () => undo(step, isInHistory) } }),
      })
    },
  }
}
