import type { AnyResource, Patch } from '@lintel/contract/jsonapi/resource'
import { removeRecord, saveRecord } from '../save-record'

/** A save of one record and its way back (decision 251). Versions are those of the record before it and after it. */
export interface RecordStep {
  type: string
  id: string
  from: number
  to: number
  /**
   * Puts back what was before, over this version; gives the version that it leaves, nothing where the record is gone. Left out where it
   * cannot be.
   */
  undo?(version: number): Promise<number | undefined>
  /** Makes it again; left out where it cannot be. */
  redo?(version: number): Promise<number | undefined>
  /** What is to be done once it was undone. */
  undone?(): void
}

interface PatchedRecord<R extends AnyResource> extends Pick<RecordStep, 'id' | 'from' | 'to'> {
  back: Patch<R>
  again: Patch<R>
}

/** A save by a patch, and the patch that puts back what it changed; where that leaves something out, a secret say, it cannot be undone. */
export function patchStep<R extends AnyResource>(resource: R, patched: PatchedRecord<R>): RecordStep {
  const { id, from, to, back, again } = patched
  const save = (patch: Patch<R>) => async (version: number) =>
    (await saveRecord(resource, { id, version, patch })).version
  const isPutBack = Object.keys(again).every((field) => Object.hasOwn(back, field))
  return { type: resource.type, id, from, to, ...(isPutBack && { undo: save(back) }), redo: save(again) }
}

/** A record that was added: it is taken away again. */
export const additionStep = (
  resource: AnyResource,
  { id, version }: { id: string; version: number },
  undone?: () => void,
): RecordStep => ({
  type: resource.type,
  ...{ id, from: 0, to: version },
  async undo(at) {
    await removeRecord(resource, { id, version: at })
    return undefined
  },
  ...(undone && { undone }),
})

/**
 * What forms of records saved in this window, the last one last, and what was undone since. A record that was put back is what it was under
 * a new version: the steps before and after it go on from that one.
 */
export class RecordSteps {
  #done: RecordStep[] = []
  #undone: RecordStep[] = []

  /**
   * Something new was saved: what was undone before it cannot be done again any more. What cannot be undone itself is not in the way of
   * what was saved before it.
   */
  record(step: RecordStep): void {
    if (step.undo) this.#done.push(step)
    else this.#follow(step, step.from, step.to)
    this.#undone = []
  }

  /** Takes that step, or the last; undefined where it is not in the list. */
  takeLast(wanted = this.#done.at(-1)): RecordStep | undefined {
    const step = this.#done.find((known) => known === wanted)
    this.#done = this.#done.filter((known) => known !== step)
    return step
  }

  takeUndone(): RecordStep | undefined {
    return this.#undone.pop()
  }

  /** It was undone, which left the record in this version. */
  recordUndone(step: RecordStep, version: number | undefined): void {
    this.#follow(step, step.from, version)
    if (step.redo) this.#undone.push(step)
  }

  /** It was done again, which left the record in this version. */
  recordRedone(step: RecordStep, version: number | undefined): void {
    this.#follow(step, step.to, version)
    this.#done.push(step)
  }

  /** It could not be undone for now. */
  returnDone(step: RecordStep): void {
    this.#done.push(step)
  }

  /** It could not be done again for now. */
  returnUndone(step: RecordStep): void {
    this.#undone.push(step)
  }

  /** What was one version of the record is another now, in every step of it. */
  #follow(step: RecordStep, before: number, now: number | undefined): void {
    if (now === undefined) return
    const ofRecord = [step, ...this.#done, ...this.#undone].filter(
      ({ type, id }) => type === step.type && id === step.id,
    )
    for (const each of ofRecord) {
      if (each.from === before) each.from = now
      if (each.to === before) each.to = now
    }
  }
}
