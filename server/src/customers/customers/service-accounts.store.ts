import { newEmail } from '@lintel/contract/jsonapi/fields'
import type { Person } from '@lintel/contract/people/permissions'
import { uuidv7 } from 'uuidv7'
import type { AuditEvent } from '../../platform/audit/audit'
import { instantOf } from '../../platform/clock'
import type { Change } from '../../platform/context'
import { anyOf } from '../../platform/rows'

/**
 * Creates service accounts, which cannot sign in interactively, for unknown addresses of API users, with this
 * customer as home. Adds their internal ids to `known`; invalid addresses are skipped.
 */
export async function addServiceAccounts(
  { db, audit, now }: Change<Person>,
  customer: string,
  addresses: readonly string[],
  known: Map<string, string>,
): Promise<void> {
  const missing = addresses.filter((address) => !known.has(address) && newEmail.safeParse(address).success)
  if (missing.length === 0) return
  const added = await db
    .insertInto('app_user')
    .values(
      missing.map((email) => ({
        id: uuidv7(),
        email,
        service_account: true,
        home_customer_id: customer,
        created_at: instantOf(now),
        updated_at: instantOf(now),
      })),
    )
    // A deleted account keeps its address, which stays unknown.
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'email'])
    .execute()
  for (const { id, email } of added) {
    known.set(email, id)
    audit({ action: 'users.create', customer, target: { type: 'users', id: email }, after: { serviceAccount: true } })
  }
}

/**
 * Makes ordinary accounts of the service accounts among these people (internal ids), whose addresses are those of persons. Recorded for `customer`
 * where the account is at home there, else for the platform: customers do not learn of each other.
 */
export async function convertServiceAccounts(
  { db, audit, now }: Change,
  users: readonly string[],
  { customer, actor }: Pick<AuditEvent, 'customer' | 'actor'>,
): Promise<void> {
  const converted = await db
    .updateTable('app_user')
    .set(({ eb }) => ({ service_account: false, updated_at: instantOf(now), version: eb('version', '+', 1) }))
    .where('id', '=', anyOf(users))
    .where('service_account', '=', true)
    .returning(['email', 'version', 'home_customer_id as home'])
    .execute()
  for (const { email, version, home } of converted) {
    audit({
      action: 'users.update',
      customer: home === customer ? customer : null,
      ...(actor && { actor }),
      target: { type: 'users', id: email },
      version,
      before: { serviceAccount: true },
      after: { serviceAccount: false },
    })
  }
}
