import type { PublishedChange } from '@lintel/contract/settings/events'
import type { Database, Transaction } from '../../../platform/database'
import { publishProgress } from '../../../platform/events/change-channel'
import type { ChangeKind, ChangeResult } from './change-kind'
import { storeProgress } from './stored-change-set.store'

/** Stores the progress of a change set and publishes it to the subscribers of its customer. */
export async function reportProgress(
  db: Database | Transaction,
  { id, customer }: { id: string; customer: string },
  progress: { done: number; total?: number },
): Promise<void> {
  await storeProgress(db, id, progress)
  await publishProgress(db, customer, { type: 'change-sets', id, version: null })
}

/** The changes to publish with the commit: each record when they are few, else the types of the records. */
export const changedRecords = (
  { changes }: Pick<ChangeKind, 'changes'>,
  { changed, records }: ChangeResult,
): PublishedChange[] => (changed === 0 ? [] : (records ?? changes.map((type) => ({ type, id: null, version: null }))))
