import type { ChangeSet, ChangeSetRow } from '@lintel/contract/people/change-sets'
import type { ChangeSetRequest } from './change-set-calls'

/** An undoable change set. */
export interface Step extends Pick<ChangeSet, 'id' | 'kind'>, Partial<Pick<ChangeSet, 'summary'>> {
  /** Its changes of roles, if they came with the response: the screen shows their undo at once. */
  rows?: readonly ChangeSetRow[] | undefined
  /** The original request, if the change set is not sufficient for a redo: it is planned and previewed again. */
  request?: ChangeSetRequest | undefined
}

/** The undo and redo stacks of a customer. */
export class UndoList {
  /** In the order of their places, which is that of undoing, backwards. */
  #done: { step: Step; place: number }[] = []
  #places = 0
  #undone: Step[] = []
  /** Ids of everything undone here. Final, since a redo creates another change set. */
  #undoneIds = new Set<string>()

  /**
   * Takes the next place in the list, for a change that is being sent: of changes sent at once, the one answered last is not the one made
   * last.
   */
  nextPlace(): number {
    this.#places += 1
    return this.#places
  }

  /** Records a new step, in the place taken for it, and clears the redo stack. */
  record(step: Step, place?: number): void {
    this.recordRedone(step, place)
    this.#undone = []
  }

  /** Records the step that redid another. */
  recordRedone(step: Step, place = this.nextPlace()): void {
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

  /** Pops the last undone step, for a redo. */
  popUndone(): Step | undefined {
    return this.#undone.pop()
  }

  /** Returns a step whose redo failed. */
  pushUndone(step: Step): void {
    this.#undone.push(step)
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
