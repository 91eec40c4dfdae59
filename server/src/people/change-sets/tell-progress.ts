import type { Database, Transaction } from '../../platform/database'
import { tellProgress } from '../../platform/events/change-channel'
import { noteProgress } from './change-sets.store'

/** Notes how far a change set is, and tells whoever follows its customer. */
export async function tellHowFar(
  db: Database | Transaction,
  { id, customer }: { id: string; customer: string },
  done: number,
): Promise<void> {
  await noteProgress(db, id, { done })
  await tellProgress(db, customer, { type: 'change-sets', id, version: null })
}

/** Tells, with the commit, that records of these types changed in a customer, too many to name. */
export async function tellChanged(db: Transaction, customer: string, types: readonly string[]): Promise<void> {
  for (const type of types) await tellProgress(db, customer, { type, id: null, version: null })
}
