import type { Person } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import { type SqlBool, sql } from 'kysely'
import type { Database, Transaction } from '../../platform/database'

/**
 * Finds the existing login methods among these that the customer may use: public ones, its own, those that staff have assigned to it and
 * those of its projects; staff may use any. Locks them until the transaction ends.
 */
export async function findUsableLoginMethods(
  db: Database | Transaction,
  { isStaff }: Person,
  ids: readonly string[],
  customer?: string,
): Promise<string[]> {
  if (ids.length === 0) return []
  const found = await db
    .selectFrom('sso_provider as provider')
    .select('provider.id')
    .where('provider.id', 'in', [...new Set(ids)])
    .where(isStaff ? sql<SqlBool>`true` : isUsableBy(customer))
    .forKeyShare('provider')
    .execute()
  return found.map(({ id }) => id)
}

/** Fails with 422 `unknownReference` at this relationship when one of these is not among {@link findUsableLoginMethods}. */
export async function refuseUnknownLoginMethods(
  db: Database | Transaction,
  actor: Person,
  ids: readonly string[],
  customer?: string,
  relationship: 'providers' | 'loginMethods' = 'providers',
): Promise<void> {
  const known = await findUsableLoginMethods(db, actor, ids, customer)
  const unknown = ids.find((id) => !known.includes(id))
  if (unknown === undefined) return
  throw new Problem('unknownReference', {
    pointer: `/data/relationships/${relationship}`,
    detail: `There is no login method ${JSON.stringify(unknown)}`,
  })
}

const isUsableBy = (customer: string | undefined) =>
  customer === undefined
    ? sql<SqlBool>`provider.is_public`
    : sql<SqlBool>`(provider.is_public
        or exists (select from customer where customer.id = ${customer}
          and provider.id = any(customer.providers || customer.assigned_providers))
        or exists (select from project where project.customer_id = ${customer} and project.providers <> '{}'
          and provider.id = any(project.providers)))`
