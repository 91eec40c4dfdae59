import { uuidv7 } from 'uuidv7'
import { instantOf } from '../../platform/clock'
import type { Change } from '../../platform/context'
import { idOrNone } from '../../platform/rows'
import { addByAddress } from './accepted-people.store'

/** Somebody who is wanted as a member or by a customer. */
export interface WantedPerson {
  email: string
  /** The customer who brings them in, and at whom they are at home when they are new. */
  customer: string
  givenName?: string | null
  familyName?: string | null
}

/** Who has an email: their internal id, and whether the account is a guest's. */
export interface FoundPerson {
  id: string
  guest: boolean
}

/**
 * The person with an email, made when there is none (and the installation lets people be added): they fill in their
 * profile when they first come. The answer is the same whether or not the email was known. Undefined for a person who was deleted, and
 * for a new one where none may be added. The row stays locked until the change is complete.
 */
export async function findOrAddPerson(change: Change, wanted: WantedPerson): Promise<FoundPerson | undefined> {
  const isNew = change.configuration.canAddUsers && (await addUnlessKnown(change, wanted))
  const found = await change.db
    .selectFrom('app_user')
    .select(['id', 'guest'])
    .where('email', '=', wanted.email)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (found) await addByAddress(change, { customer: wanted.customer, user: found.id, isNew })
  return found
}

async function addUnlessKnown(
  { db, audit, now }: Change,
  { email, customer, givenName, familyName }: WantedPerson,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('app_user')
    .values({
      id: uuidv7(),
      email,
      given_name: givenName ?? '',
      family_name: familyName ?? '',
      home_customer_id: idOrNone(customer),
      must_update_profile: true,
      created_at: instantOf(now),
      updated_at: instantOf(now),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows) audit({ action: 'users.create', customer, target: { type: 'users', id: email } })
  return numInsertedOrUpdatedRows === 1n
}
