import type { AnyResource, Patch } from '@lintel/contract/jsonapi/resource'
import { removeRecord, saveRecord } from '../save-record'

/** A save of one record and how to undo it (decision 251), with the record's versions before and after it. */
export interface RecordStep {
  type: string
  id: string
  /** What the version belongs to, if that is not the type alone: resources of the same row share its versions. */
  row?: string
  from: number
  to: number
  /**
   * Restores the previous values over this version; resolves to the new version, or undefined if the record was removed. Omitted if
   * impossible.
   */
  undo?(version: number): Promise<number | undefined>
  /** Repeats the save; omitted if impossible. */
  redo?(version: number): Promise<number | undefined>
  /** Called after it was undone. */
  undone?(): void
}

interface PatchedRecord<R extends AnyResource> extends Pick<RecordStep, 'id' | 'row' | 'from' | 'to'> {
  back: Patch<R>
  again: Patch<R>
}

/** The step of a patch and its inverse; without an inverse for every field, such as a secret, it cannot be undone. */
export function patchStep<R extends AnyResource>(resource: R, patched: PatchedRecord<R>): RecordStep {
  const { back, again, ...versions } = patched
  const { id } = patched
  const save = (patch: Patch<R>) => async (version: number) =>
    (await saveRecord(resource, { id, version, patch })).version
  const isPutBack = Object.keys(again).every((field) => Object.hasOwn(back, field))
  return { type: resource.type, ...versions, ...(isPutBack && { undo: save(back) }), redo: save(again) }
}

interface AdditionOptions extends Pick<RecordStep, 'undone'> {
  /** Refuses the undo once anything was added to the record; for resources whose deletion supports that. */
  onlyIfUnused?: true
}

/** The step of an added record: undoing it deletes the record. */
export const additionStep = (
  resource: AnyResource,
  { id, version }: { id: string; version: number },
  { onlyIfUnused, ...callbacks }: AdditionOptions = {},
): RecordStep => ({
  type: resource.type,
  ...{ id, from: 0, to: version },
  async undo(at) {
    await removeRecord(resource, { id, version: at }, onlyIfUnused && '?onlyIfUnused=true')
    return undefined
  },
  ...callbacks,
})

const rowOf = ({ type, row = type, id }: RecordStep) => `${row} ${id}`

/**
 * The undo and redo history of record saves in this window. Restoring a record gives it a new version, so the versions of its other steps
 * are updated.
 */
export class RecordSteps {
  #done: RecordStep[] = []
  #undone: RecordStep[] = []
  /** Where the step that was taken last stood in its history. */
  #place = 0

  /** Adds a new step and clears the redo history. A step that cannot be undone does not block undoing earlier ones. */
  record(step: RecordStep): void {
    if (step.undo) this.#done.push(step)
    else this.#follow(step, step.from, step.to)
    this.#undone = []
  }

  /** Removes and returns the given step, or the last one; undefined if it is not in the history. */
  takeLast(target = this.#done.at(-1)): RecordStep | undefined {
    const place = target === undefined ? -1 : this.#done.indexOf(target)
    if (place < 0) return undefined
    this.#place = place
    return this.#done.splice(place, 1)[0]
  }

  popUndone(): RecordStep | undefined {
    return this.#undone.pop()
  }

  /** Records that the step was undone, which left the record in this version. */
  recordUndone(step: RecordStep, version: number | undefined): void {
    this.#follow(step, step.from, version)
    if (step.redo) this.#undone.push(step)
  }

  /** Records that the step was redone, which left the record in this version. */
  recordRedone(step: RecordStep, version: number | undefined): void {
    this.#follow(step, step.to, version)
    this.#done.push(step)
  }

  /** Puts back the step that was taken last, where it stood: it could not be undone for now. */
  returnDone(step: RecordStep): void {
    this.#done.splice(this.#place, 0, step)
  }

  /** Puts back a step that could not be redone for now. */
  pushUndone(step: RecordStep): void {
    this.#undone.push(step)
  }

  /** Replaces a version of the record in all of its steps. */
  #follow(step: RecordStep, before: number, now: number | undefined): void {
    if (now === undefined) return
    const ofRecord = [step, ...this.#done, ...this.#undone].filter((each) => rowOf(each) === rowOf(step))
    for (const each of ofRecord) {
      if (each.from === before) each.from = now
      if (each.to === before) each.to = now
    }
  }
}
