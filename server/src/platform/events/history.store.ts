import type { Database, Transaction } from '../database'

/** The place of the last event in a customer's history, 0 where nothing has happened. */
export async function lastSequence(db: Database | Transaction, customer: string): Promise<number> {
  const chain = await db
    .selectFrom('audit_chain')
    .select('sequence')
    .where('tenant_id', '=', customer)
    .executeTakeFirst()
  return Number(chain?.sequence ?? 0)
}
