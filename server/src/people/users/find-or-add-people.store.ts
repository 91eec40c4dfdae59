import { customers } from '@lintel/contract/customers/customers'
import { newEmailPattern } from '@lintel/contract/jsonapi/email-pattern'
import { users } from '@lintel/contract/people/users'
import { Problem } from '@lintel/contract/problems'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { convertServiceAccounts } from '../../customers/customers/service-accounts.store'
import { instantOf } from '../../platform/clock'
import type { Change } from '../../platform/context'
import { uuidOrNil } from '../../platform/rows'
import { addByEmail } from './accepted-people.store'
import { isDomainInvitable } from './addition-conflict.store'
import { belongsToCustomer } from './belongs-to-customer.store'

/** Maximum new accounts of a call that get an audit event each. */
const maxNamed = 50

/** A person to be added as a member or to a customer. */
export interface PersonInput {
  email: string
  givenName?: string | null
  familyName?: string | null
}

/** The account of an email address: its internal id and whether it is a guest account. */
export interface PersonAccount {
  id: string
  guest: boolean
}

/** An account as it was found, and what the customer has to do with its address. */
interface FoundPerson extends PersonAccount {
  email: string
  isServiceAccount: boolean
  isTheirs: boolean
  isDomainInvitable: boolean
}

/** Whether an account may be created for this address. Older accounts may have others, which only their own customers may name (security S16). */
export const isCreatable = (email: string): boolean => newEmailPattern.test(email)

/** Single-person variant of {@link findOrAddPeople}. */
export const findOrAddPerson = async (
  change: Change,
  customer: string,
  input: PersonInput,
): Promise<PersonAccount | undefined> => (await findOrAddPeople(change, customer, [input])).get(input.email)

/**
 * Finds the people with these emails and creates missing accounts where the installation allows it; new accounts
 * belong to the customer and must complete their profile at first sign-in. The response does not depend on whether an
 * email was known. A service account becomes an ordinary one. Deleted people are left out, and those outside the customer whose
 * address is not {@link isCreatable}; the rows stay locked until the transaction ends.
 */
export async function findOrAddPeople(
  change: Change,
  customer: string,
  inputs: readonly PersonInput[],
): Promise<Map<string, PersonAccount>> {
  const added = change.configuration.canAddUsers ? await insertMissing(change, customer, inputs) : new Set<string>()
  const { rows: found } = await sql<FoundPerson>`
    select id, guest, email, service_account as "isServiceAccount",
      ${belongsToCustomer('app_user', sql`${uuidOrNil(customer)}::uuid`)} as "isTheirs",
      ${isDomainInvitable(customer, sql.ref('app_user.email'))} as "isDomainInvitable" from app_user
    where email = any(${inputs.map(({ email }) => email)}::text[]) and deleted_at is null
    order by id for no key update`.execute(change.db)
  const rows = found.filter(({ email, isTheirs }) => isTheirs || isCreatable(email))
  // The customer's invitation policy applies to new people only.
  const foreign = rows.find(
    ({ email, isTheirs, isDomainInvitable }) => !isDomainInvitable && (!isTheirs || added.has(email)),
  )
  if (foreign) throw new Problem('domainNotInvited', { meta: { email: foreign.email } })
  const serviceAccounts = rows.filter(({ isServiceAccount }) => isServiceAccount).map(({ id }) => id)
  if (serviceAccounts.length > 0) await convertServiceAccounts(change, serviceAccounts, { customer })
  if (rows.length > 0) {
    const isNew = rows.filter(({ email }) => added.has(email))
    await addByEmail(change, { customer, users: rows.map(({ id }) => id), added: isNew.map(({ id }) => id) })
  }
  return new Map(rows.map(({ id, guest, email }) => [email, { id, guest }]))
}

/**
 * Makes an existing account (internal id) one of the customer's people, by the same rules as `findOrAddPeople`: refused with
 * `domainNotInvited` where the customer's policy does not allow its address and the person does not belong to it yet.
 */
export async function addKnownPerson(change: Change, customer: string, user: string): Promise<void> {
  const { rows } = await sql<{ email: string }>`
    select email from app_user
    where id = ${user} and not ${isDomainInvitable(customer, sql.ref('app_user.email'))}
      and ${belongsToCustomer('app_user', sql`${uuidOrNil(customer)}::uuid`)} is not true`.execute(change.db)
  if (rows[0]) throw new Problem('domainNotInvited', { meta: { email: rows[0].email } })
  await convertServiceAccounts(change, [user], { customer })
  await addByEmail(change, { customer, users: [user], added: [] })
}

/** Creates accounts for unknown emails and returns the created emails. */
async function insertMissing(
  { db, audit, now }: Change,
  customer: string,
  inputs: readonly PersonInput[],
): Promise<ReadonlySet<string>> {
  // Insert in email order so that concurrent changes that add the same people do not deadlock.
  const inOrder = inputs
    .filter(({ email }) => isCreatable(email))
    .toSorted((one, other) => (one.email < other.email ? -1 : 1))
  if (inOrder.length === 0) return new Set()
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
  const emails = added.map(({ email }) => email)
  auditAdded(audit, customer, emails)
  return new Set(emails)
}

/** In the log of the platform: that of the customer would tell which addresses had no account. All sign-ins wait for it, so many are one event. */
function auditAdded(audit: Change['audit'], customer: string, emails: readonly string[]): void {
  const event = { action: 'users.create', customer: null }
  if (emails.length > maxNamed) audit({ ...event, target: { type: customers.type, id: customer }, after: { emails } })
  else for (const id of emails) audit({ ...event, target: { type: users.type, id }, after: { customer } })
}
