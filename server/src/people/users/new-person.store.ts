import { Problem } from '@lintel/contract/problems'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { instantOf } from '../../platform/clock'
import type { Change } from '../../platform/context'
import { uuidOrNil } from '../../platform/rows'
import { addByAddress } from './accepted-people.store'
import { belongsToCustomer } from './person-of-customer.store'

/** Somebody who is wanted as a member or by a customer. */
export interface WantedPerson {
  email: string
  givenName?: string | null
  familyName?: string | null
}

/** Who has an email: their internal id, and whether the account is a guest's. */
export interface FoundPerson {
  id: string
  guest: boolean
}

/** The same for one person. */
export const findOrAddPerson = async (
  change: Change,
  customer: string,
  wanted: WantedPerson,
): Promise<FoundPerson | undefined> => (await findOrAddPeople(change, customer, [wanted])).get(wanted.email)

/**
 * The people with these emails, made where there is nobody (and the installation lets people be added): they fill in their
 * profile when they first come, and are at home at the customer who brings them in. The answer is the same whether or not an email was
 * known. Without those who were deleted, and new ones where none may be added. Their rows stay locked until the change is complete.
 */
export async function findOrAddPeople(
  change: Change,
  customer: string,
  wanted: readonly WantedPerson[],
): Promise<Map<string, FoundPerson>> {
  const added = change.configuration.canAddUsers ? await addUnlessKnown(change, customer, wanted) : new Set<string>()
  const { rows } = await sql<FoundPerson & { email: string; isTheirs: boolean; isInvited: boolean }>`
    select id, guest, email, ${belongsToCustomer('app_user', sql`${uuidOrNil(customer)}::uuid`)} as "isTheirs",
      ${isInvited(customer)} as "isInvited" from app_user
    where email = any(${wanted.map(({ email }) => email)}::text[]) and deleted_at is null
    order by id for no key update`.execute(change.db)
  // Who is of the customer stays so, whatever its policy says of new people.
  const foreign = rows.find(({ email, isTheirs, isInvited }) => !isInvited && (!isTheirs || added.has(email)))
  if (foreign) throw new Problem('domainNotInvited', { meta: { email: foreign.email } })
  if (rows.length > 0) {
    const isNew = rows.filter(({ email }) => added.has(email))
    await addByAddress(change, { customer, users: rows.map(({ id }) => id), added: isNew.map(({ id }) => id) })
  }
  return new Map(rows.map(({ id, guest, email }) => [email, { id, guest }]))
}

/** The customer's policy lets addresses of this domain be invited. */
const isInvited = (customer: string) => sql<boolean>`not exists (
  select from customer as strict where strict.id = ${uuidOrNil(customer)} and strict.invite_domains <> '{}'
    and split_part(app_user.email, '@', 2) <> all(strict.invite_domains))`

/** Gives the emails of those who were added. */
async function addUnlessKnown(
  { db, audit, now }: Change,
  customer: string,
  wanted: readonly WantedPerson[],
): Promise<ReadonlySet<string>> {
  // In the order of their addresses: two changes that add the same people do not wait for each other.
  const inOrder = wanted.toSorted((one, other) => (one.email < other.email ? -1 : 1))
  const added = await db
    .insertInto('app_user')
    .values(
      inOrder.map(({ email, givenName, familyName }) => ({
        id: uuidv7(),
        email,
        given_name: givenName ?? '',
        family_name: familyName ?? '',
        home_customer_id: uuidOrNil(customer),
        must_update_profile: true,
        created_at: instantOf(now),
        updated_at: instantOf(now),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('email')
    .execute()
  for (const { email } of added) audit({ action: 'users.create', customer, target: { type: 'users', id: email } })
  return new Set(added.map(({ email }) => email))
}
