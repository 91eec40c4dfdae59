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
  /** The steps that were done here, and not merely undone. */
  #own = new WeakSet<Step>()

  /** Something new was done: what was undone before it cannot be done again any more. */
  record(step: Step): void {
    this.recordAgain(step)
    this.#undone = []
  }

  /** The step was done again, as this one. */
  recordAgain(step: Step): void {
    this.#own.add(step)
    this.#done.push(step)
  }

  /** Takes the step that is to be undone: that one, or the last. Undefined when there is none. */
  takeLast(id = this.#done.at(-1)?.id): Step | undefined {
    const step = this.#done.find((known) => known.id === id)
    this.#done = this.#done.filter((known) => known !== step)
    return step
  }

  /** The step was undone. */
  recordUndone(step: Step): void {
    this.#undone.push(step)
  }

  /** The step was not undone after all: where it was done here, it is the last one to be undone, as before. */
  recordKept(id: string): void {
    const step = this.#undone.find((known) => known.id === id)
    this.#undone = this.#undone.filter((known) => known !== step)
    if (step && this.#own.has(step)) this.#done.push(step)
  }

  /** Takes the step that was undone last, to be done again. */
  takeUndone(): Step | undefined {
    return this.#undone.pop()
  }
}

const lists = new Map<string, UndoList>()

/** What was done for a customer in this window. */
export function undoListOf(customer: string): UndoList {
  const list = lists.get(customer) ?? new UndoList()
  lists.set(customer, list)
  return list
}

/** Whoever was asked whether the rest of a step is to be undone would rather not, or it failed: it stays done. */
export function recordKept(id: string): void {
  for (const list of lists.values()) list.recordKept(id)
}
