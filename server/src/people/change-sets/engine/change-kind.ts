import type { ChangeSetKind, changeSetInputs } from '@lintel/contract/people/change-set-inputs'
import type { Person } from '@lintel/contract/people/permissions'
import type { z } from 'zod'
import type { SheetFile, SheetRow } from '../../../exchange/spreadsheet/sheet'
import type { Change } from '../../../platform/context'
import type { Database, StatementPart, Transaction } from '../../../platform/database'
import type { PlanCounts } from './plan-counts.store'
import type { NewChangeSet } from './stored-change-set.store'

/** Pointer to the input of a change set. */
export const inputPointer = '/data/attributes/input'

/** The parsed input of a kind. */
export type InputOf<K extends ChangeSetKind> = z.output<(typeof changeSetInputs)[K]>

/** A change set whose rows are being planned. */
export interface PlannedChangeSet {
  id: string
  customer: string
  /** The person who requested the plan; it is made with their permissions. */
  actor: Person
  /** The configuration of the installation. */
  configuration: Change['configuration']
  now: number
  /** Called with the number of completed steps, between the statements of a long part. */
  onProgress?: ((done: number) => Promise<void>) | undefined
}

/** The result of an apply or an undo; `changed` counts rows. */
export interface ChangeResult {
  changed: number
  /** The changed records, when there are few: each is published by itself. Otherwise each type is published as a whole. */
  records?: ChangedRecord[] | undefined
  /** Work that follows the change, such as notifying people. */
  followUp?: FollowUp | undefined
}

/** Additional parts of the statement that marks a change set as applied, and what to do with their result. */
export interface FollowUp {
  /** Common table expressions of the statement. */
  parts: StatementPart
  /** An expression over them whose value is passed to `handle`. */
  result: StatementPart
  handle(result: unknown): Promise<void>
}

/**
 * What a kind of bulk action does at each step. The engine owns the change set, its states, transactions, jobs and audit events; the kind writes
 * rows and applies them, in statements for many rows at once (`*.store.ts`).
 *
 * Rows are stored in `change_set_row`: `change_set_id`, `number` (from 1, without gaps within a part, otherwise free), `outcome` (`change`, `same`,
 * `conflict`), `object`, `before`, `after` and `why` as the contract's `changeSetRow` returns them (JSON), `conflict`, `user_id` and `project_id`
 * for the history of people and projects, `version` (the record's version when it was planned; null where there was none) and `kept` (whatever an
 * undo needs that is not returned).
 */
export interface ChangeKind<K extends ChangeSetKind = ChangeSetKind> {
  kind: K
  /** Types of the records that it changes: their changes are published with the commit, so that clients refetch them. */
  changes: readonly string[]
  /** The spreadsheet in the input. It is read before a transaction opens, by a job where it is large. */
  file?(input: InputOf<K>): SheetFile
  /** The dedicated call that plans and applies this kind, because it requires more than the general ones. */
  confirmedBy?: string
  /** Parses the input into rows to plan, before anything is written. Throws 422 for an input that cannot be planned at all. */
  read(input: InputOf<K>, at: ReadContext): Promise<ParsedInput>
  /**
   * Applies every row whose outcome is `change`, in the engine's transaction. Throws {@link Stale} if a record has changed since the plan. Returns
   * how many rows were changed, which must be all of them.
   */
  apply(change: Change<Person>, set: RowsToProcess): Promise<ChangeResult>
  /** Numbers of the `change` rows, of which there are `toUndo`, whose records were modified since they were applied. */
  touched(db: Database | Transaction, set: AppliedChangeSet & { toUndo: number }): Promise<number[]>
  /** Throws where undoing this change set requires more of the person than seeing it. Called for the request alone, before a job. */
  assertMayUndo?(change: Change<Person>, set: AppliedChangeSet): Promise<void>
  /** Reverts the rows that are not marked as remaining (`change_set_row.remains`), and returns how many. */
  undo(change: Change<Person>, set: RowsToProcess): Promise<ChangeResult>
}

/** The context in which an input is parsed: the customer and the person whose permissions count. */
export interface ReadContext extends Pick<PlannedChangeSet, 'customer' | 'actor' | 'now'> {
  db: Database | Transaction
  /** The non-empty rows of the input's file; empty without a file. */
  sheet: readonly SheetRow[]
  /** Called with the progress while a job parses an input that is planned in a single part. */
  onProgress?: (progress: { done: number; total: number }) => Promise<void>
}

/** A parsed input: how many rows it has as far as known, and how to plan them from any position. */
export interface ParsedInput {
  /** Steps of the plan; in most kinds, rows of the input. */
  total: number
  /** The rows follow from the input alone, so an interrupted plan resumes where it stopped. Otherwise it starts over. */
  isResumable?: true
  /** The plan is one part, written in one transaction. */
  isSinglePart?: true
  /**
   * Writes the rows of the steps `from` (0 for the first) to `until` (exclusive). Called for one part after the other; by a job, each in its own
   * transaction.
   */
  plan(db: Transaction, set: PlannedChangeSet, part: { from: number; until: number }): Promise<void>
  /**
   * The same for a single row that is applied where it is clean: one statement writes the row, counts it and applies it, and inserts the change set
   * where `newSet` is given. Nothing is applied if the record was changed concurrently.
   */
  planAndApplyOne?(
    change: Change<Person>,
    set: PlannedChangeSet,
    newSet: NewChangeSet | undefined,
  ): Promise<{ counts: PlanCounts; done: ChangeResult }>
}

/** A record after a change; `version` is null for a deleted one. */
export interface ChangedRecord {
  type: string
  id: string
  version: number | null
}

/** A change set that is being applied or undone. */
export interface AppliedChangeSet {
  id: string
  customer: string
  /** Called with the number of completed rows, between the statements of a long change. */
  onProgress?: ((done: number) => Promise<void>) | undefined
}

/** The same with the number of rows to process. */
export interface RowsToProcess extends AppliedChangeSet {
  rows: number
}

/** A record has changed since the plan was made. */
export class Stale extends Error {
  override readonly name = 'Stale'
  /** Nothing was written yet, so the same transaction can continue. */
  readonly isUntouched: boolean

  constructor({ isUntouched = false } = {}) {
    super('Something was changed since the plan was made')
    this.isUntouched = isUntouched
  }
}
