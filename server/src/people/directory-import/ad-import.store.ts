import type { ChangeSetSummary } from '@lintel/contract/people/change-sets'
import { sql } from 'kysely'
import type { Database, Transaction } from '../../platform/database'

/** The customer for whom a domain is verified; undefined where it is nobody's. */
export async function customerOfDomain(db: Database | Transaction, domain: string): Promise<string | undefined> {
  const found = await db
    .selectFrom('customer_domain')
    .select('customer_id as customer')
    .where('domain', '=', domain)
    .where('state', '=', 'verified')
    .executeTakeFirst()
  return found?.customer
}

/** The policy of a customer lets people of this domain be added. */
export async function mayAddPeopleOf(db: Database | Transaction, customer: string, domain: string): Promise<boolean> {
  const found = await db.selectFrom('customer').select('invite_domains').where('id', '=', customer).executeTakeFirst()
  const { invite_domains: domains = [] } = found ?? {}
  return domains.length === 0 || domains.includes(domain)
}

/** One import of a customer after the other: holds the next until this transaction ends. */
export const lockImports = (db: Transaction, customer: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`imports of ${customer}`}, 0))`.execute(db)

/** An import of the customer is being planned, applied or undone. */
export async function isImportUnderWay(db: Transaction, customer: string): Promise<boolean> {
  const found = await db
    .selectFrom('change_set')
    .select('id')
    .where('customer_id', '=', customer)
    .where('kind', '=', 'ad-import')
    .where('state', 'in', ['planning', 'applying', 'undoing'])
    .executeTakeFirst()
  return found !== undefined
}

/** Keeps whether those whom the import gives their first access are invited, until it is applied. */
export async function noteInviting(db: Transaction, id: string, invite: boolean): Promise<void> {
  const chosen: Pick<ChangeSetSummary, 'invite'> = { invite }
  await sql`
    update change_set set summary = summary || ${JSON.stringify(chosen)}::jsonb where id = ${id} and state = 'planned'`.execute(
    db,
  )
}
