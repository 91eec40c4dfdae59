import type { ChangeSetSummary } from '@lintel/contract/people/change-sets'
import { sql } from 'kysely'
import { acquireLock } from '../../platform/advisory-locks'
import type { Database, Transaction } from '../../platform/database'
import { uuidOrNil } from '../../platform/rows'
import { isDomainInvitable } from '../users/addition-conflict.store'

/** The customer for whom a domain is verified; undefined if there is none. */
export async function customerOfDomain(db: Database | Transaction, domain: string): Promise<string | undefined> {
  const found = await db
    .selectFrom('customer_domain')
    .select('customer_id as customer')
    .where('domain', '=', domain)
    .where('state', '=', 'verified')
    .executeTakeFirst()
  return found?.customer
}

/** The customer's invitation policy allows people of this domain. */
export async function mayInviteDomain(db: Database | Transaction, customer: string, domain: string): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    select ${isDomainInvitable(customer, sql`${`@${domain}`}::text`)} as may`.execute(db)
  return rows[0]?.may ?? false
}

/** Serializes the imports of a customer until this transaction ends. */
export const lockImports = (db: Transaction, customer: string): Promise<void> =>
  acquireLock(db, `imports of ${customer}`)

/** An import of the customer, other than `except`, is being planned, applied or undone. */
export async function isImportUnderWay(db: Transaction, customer: string, except?: string): Promise<boolean> {
  const found = await db
    .selectFrom('change_set')
    .select('id')
    .where('customer_id', '=', customer)
    .where('kind', '=', 'ad-import')
    .where('state', 'in', ['planning', 'applying', 'undoing'])
    .where('id', '<>', uuidOrNil(except ?? ''))
    .executeTakeFirst()
  return found !== undefined
}

/** Stores with an import that is about to be applied whether people who gain their first access by it are invited. */
export async function storeInviteChoice(db: Transaction, id: string, invite: boolean): Promise<void> {
  const chosen: Pick<ChangeSetSummary, 'invite'> = { invite }
  await sql`
    update change_set set summary = summary || ${JSON.stringify(chosen)}::jsonb where id = ${id} and state = 'planned'`.execute(
    db,
  )
}
