import type { ChangeSet, ChangeSetRow } from '@lintel/contract/people/change-sets'
import type { ChangeSetRequest } from './change-set-calls'

/** An undoable change set. */
export interface Step extends Pick<ChangeSet, 'id' | 'kind'>, Partial<Pick<ChangeSet, 'summary'>> {
  /** Its changes of roles, if they came with the response: the screen shows their undo at once. */
  rows?: readonly ChangeSetRow[] | undefined
  /** The original request, if the change set is not sufficient for a redo: it is planned and previewed again. */
  request?: ChangeSetRequest | undefined
}

/** A redo: the undone step, and the place taken for the step that redoes it. */
interface Redo {
  undone: Step
  place: number
}

/** The step that an applied change set makes; `request` is the original one, if a redo needs it. */
export const stepOf = ({ id, kind, summary, rows }: ChangeSet, request?: ChangeSetRequest): Step => ({
  ...{ id, kind, summary, request },
  ...(kind === 'roles' && { rows }),
})

/** The undo and redo stacks of a customer. */
export class UndoList {
  /** In the order of their places, which is that of undoing, backwards. */
  #done: { step: Step; place: number }[] = []
  #places = 0
  #undone: Step[] = []
  /** Ids of everything undone here. Final, since a redo creates another change set. */
  #undoneIds = new Set<string>()
  /** Redos in a preview, by what it was opened with. */
  #previewed = new WeakMap<ChangeSetRequest | ChangeSet, Redo>()
  #last: Promise<void> = Promise.resolve()

  /**
   * Runs an undo or a redo after those before it have finished, successfully or not: each applies to the last step at the
   * time it begins. Fails as it does.
   */
  inTurn(work: () => Promise<void>): Promise<void> {
    this.#last = this.#last.then(work, work)
    return this.#last
  }

  /**
   * Takes the next place in the list, for a change that is being sent: of changes sent at once, the one answered last is not the one made
   * last.
   */
  nextPlace(): number {
    this.#places += 1
    return this.#places
  }

  /**
   * Records a new step, in the place taken for it, and clears the redo stack. A step that is in the list already has
   * redone another and is not new.
   */
  record(step: Step, place = this.nextPlace()): void {
    if (this.#done.some((known) => known.step.id === step.id)) return
    this.#insert(step, place)
    this.#undone = []
  }

  /** Records the step that redid another, which leaves the redo stack. */
  recordRedone(step: Step, { undone, place }: Redo): void {
    this.#insert(step, place)
    this.forgetUndone(undone.id)
  }

  #insert(step: Step, place: number): void {
    const at = this.#done.findLastIndex((earlier) => earlier.place < place) + 1
    this.#done.splice(at, 0, { step, place })
  }

  /**
   * The step to undo: the given one, which may have been done elsewhere, or the last one. It stays in the list until
   * the undo has finished. Undefined if there is none, or it is undone already.
   */
  stepToUndo(known?: Step): Step | undefined {
    if (!known) return this.#done.at(-1)?.step
    if (this.#undoneIds.has(known.id)) return undefined
    return this.#done.find(({ step }) => step.id === known.id)?.step ?? known
  }

  /** Records that the step was undone and can be redone. */
  recordUndone(step: Step): void {
    this.markUndone(step.id)
    this.#undone.push(step)
  }

  /** Marks it as undone, whichever button did it. */
  markUndone(id: string): void {
    this.#undoneIds.add(id)
    this.forget(id)
  }

  /** Removes a step that cannot be undone any more. */
  forget(id: string): void {
    this.#done = this.#done.filter(({ step }) => step.id !== id)
  }

  /** The step to redo: the last undone one. It stays in the list until it is redone or cannot be redone any more. */
  stepToRedo(): Step | undefined {
    return this.#undone.at(-1)
  }

  /** Removes an undone step that is redone or cannot be redone any more. */
  forgetUndone(id: string): void {
    this.#undone = this.#undone.filter((step) => step.id !== id)
  }

  /** Marks what a preview is opened with as the redo of a step. */
  markPreviewed(shown: ChangeSetRequest | ChangeSet, redo: Redo): void {
    this.#previewed.set(shown, redo)
  }

  /** The step that a preview redoes, if it was opened by a redo. */
  stepPreviewed(shown: ChangeSetRequest | ChangeSet): Step | undefined {
    return this.#previewed.get(shown)?.undone
  }

  /** Records that the redo in a preview was applied as this change set. Does nothing for any other preview. */
  recordPreviewed(shown: ChangeSetRequest | ChangeSet, applied: ChangeSet): void {
    const redo = this.#previewed.get(shown)
    if (redo) this.recordRedone(stepOf(applied, redo.undone.request), redo)
  }

  /** Removes the step whose redo, in a preview, would change nothing or is refused. */
  forgetPreviewed(shown: ChangeSetRequest | ChangeSet): void {
    const redo = this.#previewed.get(shown)
    if (redo) this.forgetUndone(redo.undone.id)
  }
}

const lists = new Map<string, UndoList>()

/** The undo list of a customer in this window. */
export function undoListOf(customer: string): UndoList {
  const list = lists.get(customer) ?? new UndoList()
  lists.set(customer, list)
  return list
}

/** Marks a change set as undone in all lists. */
export function markUndone(id: string): void {
  for (const list of lists.values()) list.markUndone(id)
}
