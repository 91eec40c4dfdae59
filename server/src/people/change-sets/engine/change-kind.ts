import type { ChangeSetKind, changeSetInputs } from '@lintel/contract/people/change-set-inputs'
import type { Person } from '@lintel/contract/people/permissions'
import type { z } from 'zod'
import type { SheetFile, SheetRow } from '../../../exchange/spreadsheet/sheet'
import type { Change } from '../../../platform/context'
import type { Database, StatementPart, Transaction } from '../../../platform/database'
import type { NewChangeSet } from './change-set-work.store'
import type { PlanCounts } from './plan-counts.store'

/** What a kind of change set is planned from, parsed. */
export type InputOf<K extends ChangeSetKind> = z.output<(typeof changeSetInputs)[K]>

/** The change set that rows are written for. */
export interface Planned {
  id: string
  customer: string
  /** Whose rights the plan is made by: the person who asked for it. */
  actor: Person
  now: number
  /** To be called with how many steps are done, between statements of a part that takes long. */
  told?: ((done: number) => Promise<void>) | undefined
}

/** What was changed or put back, in rows. */
export interface Done {
  changed: number
  /** The records as they are now, where they are few: each is published by itself, else each type as a whole. */
  records?: ChangedRecord[] | undefined
  /** What follows from what was changed. */
  following?: Following | undefined
}

/** What is noted by the statement that notes a change set as applied, and what is done then with what that found. */
export interface Following {
  /** Parts of the statement. */
  parts: StatementPart
  /** A value that is taken from them. */
  found: StatementPart
  follow(found: unknown): Promise<void>
}

/**
 * What a kind of bulk act does at each step. A change set, its states, its transactions, its jobs and its audit events are the
 * engine's; the kind writes rows and does what they say, in statements for many rows at once (`*.store.ts`).
 *
 * Rows stand in `change_set_row`: `change_set_id`, `number` (from 1, without gaps in what a part writes, else free), `outcome`
 * (`change`, `same`, `conflict`), `object`, `before`, `after`, `why` as the contract's `changeSetRow` shows them (JSON),
 * `conflict`, `user_id` and `project_id` for the history of people and projects, `version` (what the record's version was when
 * it was planned; null where there was none) and `kept` (whatever an undo needs that is not shown).
 */
export interface ChangeKind<K extends ChangeSetKind = ChangeSetKind> {
  kind: K
  /** Types of the records that it changes: whoever shows them is told, with the commit, to read them again. */
  changes: readonly string[]
  /** The spreadsheet that the input has: it is read before a transaction opens, by a job where it is large. */
  file?(input: InputOf<K>): SheetFile
  /** It is planned and applied by a call of its own, which asks for more: this one. */
  confirmedBy?: string
  /** Reads the input into what is planned row by row, before anything is written. Throws 422 for an input that can be no plan at all. */
  read(input: InputOf<K>, at: ReadAt): Promise<ReadInput>
  /**
   * Applies every row whose outcome is `change`, in the engine's transaction, if the world is still as the plan found it: else
   * throws {@link Stale}. Gives how many rows were changed, which must be all of them.
   */
  apply(change: Change<Person>, set: RowsToDo): Promise<Done>
  /**
   * Rows that somebody has touched since they were applied, of those whose outcome is `change`: their numbers. How many rows there are
   * is said where they are to be put back next.
   */
  touched(db: Database | Transaction, set: AppliedSet & { toUndo?: number }): Promise<number[]>
  /** Puts back the rows that are not marked as remaining (`change_set_row.remains`), and gives how many. */
  undo(change: Change<Person>, set: RowsToDo): Promise<Done>
}

/** Where an input is read: for a customer, by somebody's rights. */
export interface ReadAt extends Pick<Planned, 'customer' | 'actor' | 'now'> {
  db: Database | Transaction
  /** The rows of the input's file that say something; none without one. */
  sheet: readonly SheetRow[]
  /** To be called with how far it is, while a job reads an input that is planned by one part. */
  told?: (progress: { done: number; total: number }) => Promise<void>
}

/** An input that was read: how many rows it has as far as that is known, and how the rows from one place on are planned. */
export interface ReadInput {
  /** Steps of the plan; rows of the input, in most kinds. */
  total: number
  /** The input alone says what its rows are: a plan that stopped in the middle goes on from there. Else it begins again. */
  isGiven?: true
  /** It is planned by one part, in one transaction. */
  isWhole?: true
  /**
   * Writes the rows of the steps `from` (0 for the first) to `until` (excluded). Called for one part after the other; by a job,
   * each in a transaction of its own.
   */
  plan(db: Transaction, set: Planned, part: { from: number; until: number }): Promise<void>
  /**
   * The same for a plan of one row that is to be applied where it is clean: the statement that writes the row counts it and does what it
   * says; it makes the change set, too, where that is `begun`. Who changed it at the same moment leaves nothing done.
   */
  planOne?(
    change: Change<Person>,
    set: Planned,
    begun: NewChangeSet | undefined,
  ): Promise<{ counts: PlanCounts; done: Done }>
}

/** A record as it is after a change; `version` is null for one that is gone. */
export interface ChangedRecord {
  type: string
  id: string
  version: number | null
}

/** A change set that is applied or undone. */
export interface AppliedSet {
  id: string
  customer: string
  /** To be called with how many rows are done, between statements of a long one. */
  told?: ((done: number) => Promise<void>) | undefined
}

/** The same with how many rows are to be done. */
export interface RowsToDo extends AppliedSet {
  rows: number
}

/** What was to be changed is not as it was when it was planned. */
export class Stale extends Error {
  override readonly name = 'Stale'
  /** Nothing was written yet, so the same transaction can go on. */
  readonly isUntouched: boolean

  constructor({ isUntouched = false } = {}) {
    super('Something was changed since the plan was made')
    this.isUntouched = isUntouched
  }
}
