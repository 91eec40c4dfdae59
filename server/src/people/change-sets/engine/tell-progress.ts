import type { Database, Transaction } from '../../../platform/database'
import { tellAll, tellProgress } from '../../../platform/events/change-channel'
import type { AppliedSet, ChangeKind, Done } from './change-kind'
import { noteProgress } from './change-set-work.store'

/** Notes how far a change set is, and tells whoever follows its customer. */
export async function tellHowFar(
  db: Database | Transaction,
  { id, customer }: { id: string; customer: string },
  done: number,
): Promise<void> {
  await noteProgress(db, id, { done })
  await tellProgress(db, customer, { type: 'change-sets', id, version: null })
}

/** Publishes, with the commit, what a change set changed: record by record where that are few, else the types of the records. */
export async function publishChanges(
  db: Transaction,
  set: AppliedSet,
  { changes }: Pick<ChangeKind, 'changes'>,
  { records }: Done,
): Promise<void> {
  const events = records ?? changes.map((type) => ({ type, id: null, version: null }))
  await tellAll(db, set.customer, events)
}
