import type { Database, Transaction } from '../src/platform/database'

class RolledBack extends Error {}

/** Runs within a transaction that is rolled back, and returns what `run` returns. */
export async function rolledBack<T>(db: Database, run: (transaction: Transaction) => Promise<T>): Promise<T> {
  let result: { value: T } | undefined
  await db
    .transaction()
    .execute(async (transaction) => {
      result = { value: await run(transaction) }
      throw new RolledBack()
    })
    .catch((error) => {
      if (!(error instanceof RolledBack)) throw error
    })
  if (!result) throw new Error('The transaction returned nothing')
  return result.value
}
