import { newEmail } from '@lintel/contract/jsonapi/fields'
import type { Person } from '@lintel/contract/people/permissions'
import { uuidv7 } from 'uuidv7'
import { instantOf } from '../../platform/clock'
import type { Change } from '../../platform/context'

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
