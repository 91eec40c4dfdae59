import type { ChangeTold } from '@lintel/contract/settings/events'
import type { Database, Transaction } from '../../../platform/database'
import { tellProgress } from '../../../platform/events/change-channel'
import type { ChangeKind, Done } from './change-kind'
import { noteProgress } from './change-set-work.store'

/** Notes how far a change set is, and tells whoever follows its customer. */
export async function tellHowFar(
  db: Database | Transaction,
  { id, customer }: { id: string; customer: string },
  progress: { done: number; total?: number },
): Promise<void> {
  await noteProgress(db, id, progress)
  await tellProgress(db, customer, { type: 'change-sets', id, version: null })
}

/** What is told, with the commit, of what a change set changed: record by record where that are few, else the types of the records. */
export const changedRecords = ({ changes }: Pick<ChangeKind, 'changes'>, { changed, records }: Done): ChangeTold[] =>
  changed === 0 ? [] : (records ?? changes.map((type) => ({ type, id: null, version: null })))
