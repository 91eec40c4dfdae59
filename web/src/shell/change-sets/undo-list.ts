import type { ChangeSet, ChangeSetRow } from '@lintel/contract/people/change-sets'
import type { WantedChangeSet } from './change-set-calls'

/** Something that was done as a change set and can be undone as such. */
export interface Step extends Pick<ChangeSet, 'id' | 'kind'>, Partial<Pick<ChangeSet, 'summary'>> {
  /** What it changed, where that came with its answer. */
  rows?: readonly ChangeSetRow[] | undefined
  /** What it was planned from, where its rows do not tell all of that: it is planned anew from it, and previewed. */
  wanted?: WantedChangeSet | undefined
}

/** What was done, the last one last; and what was undone since and can be done again. */
export class UndoList {
  #done: Step[] = []
  #undone: Step[] = []
  /** Ids of all that was undone here: it is so for good, as doing it again makes another one. */
  #over = new Set<string>()

  /** Something new was done: what was undone before it cannot be done again any more. */
  record(step: Step): void {
    this.recordAgain(step)
    this.#undone = []
  }

  /** The step was done again, as this one. */
  recordAgain(step: Step): void {
    this.#done.push(step)
  }

  /**
   * The step that is to be undone: the one that a button knows, which may have been done elsewhere, or the last of those that were done
   * here. It keeps its place until that has come to an end. Undefined when there is none, or it was undone already.
   */
  toUndo(known?: Step): Step | undefined {
    if (!known) return this.#done.at(-1)
    return this.#over.has(known.id) ? undefined : (this.#done.find(({ id }) => id === known.id) ?? known)
  }

  /** The step was undone, and can be done again. */
  recordUndone(step: Step): void {
    this.noteUndone(step.id)
    this.#undone.push(step)
  }

  /** It was undone, by whichever button. */
  noteUndone(id: string): void {
    this.#over.add(id)
    this.forget(id)
  }

  /** It cannot be undone any more. */
  forget(id: string): void {
    this.#done = this.#done.filter((step) => step.id !== id)
  }

  /** Takes the step that was undone last, to be done again. */
  takeUndone(): Step | undefined {
    return this.#undone.pop()
  }

  /** The step was not done again after all: it still can be. */
  returnUndone(step: Step): void {
    this.#undone.push(step)
  }
}

const lists = new Map<string, UndoList>()

/** What was done for a customer in this window. */
export function undoListOf(customer: string): UndoList {
  const list = lists.get(customer) ?? new UndoList()
  lists.set(customer, list)
  return list
}

/** A change set was undone, whichever list has it: none of them offers it any more. */
export function noteUndone(id: string): void {
  for (const list of lists.values()) list.noteUndone(id)
}
