import { sql } from 'kysely'
import { isClaimed } from '../../identity/account.store'
import type { Transaction } from '../../platform/database'
import { anyOf } from '../../platform/rows'
import type { PersonAccount } from '../users/find-or-add-people.store'

/** An account, and whether it is requested as a guest. */
interface AccountInput extends PersonAccount {
  isGuest: boolean
}

/**
 * Converts guests of other customers to full accounts when this customer adds them, so that the response does not
 * disclose what they are elsewhere. Their guest membership there keeps its end and link. Returns the accounts with
 * their new kind, in order.
 */
export async function convertForeignGuests<P extends AccountInput>(
  db: Transaction,
  people: readonly P[],
  customer: string,
): Promise<P[]> {
  const guests = people.filter(({ guest }) => guest)
  if (guests.length === 0) return [...people]
  const { rows } = await sql<{ id: string }>`
    update app_user set guest = false, expiration_date = null
    from unnest(${guests.map(({ id }) => id)}::uuid[], ${guests.map(({ isGuest }) => isGuest)}::boolean[])
      as requested (id, is_guest)
    where app_user.id = requested.id
      and not exists (select from project_member where user_id = app_user.id and customer_id = ${customer})
      and (not requested.is_guest or exists (select from project_member where user_id = app_user.id))
    returning app_user.id`.execute(db)
  const converted = new Set(rows.map(({ id }) => id))
  return people.map((person) => (converted.has(person.id) ? { ...person, guest: false } : person))
}

/**
 * Converts accounts that cannot sign in and have no other project to guest or full accounts as requested; others are
 * unchanged. Returns the accounts with their new kind, in order.
 */
export async function convertUnclaimedAccounts(
  db: Transaction,
  people: readonly AccountInput[],
  project: string,
): Promise<PersonAccount[]> {
  const others = people.filter(({ guest, isGuest }) => guest !== isGuest)
  const converted = others.length === 0 ? new Set<string>() : await convertAccounts(db, others, project)
  return people.map(({ id, guest }) => ({ id, guest: converted.has(id) ? !guest : guest }))
}

async function convertAccounts(
  db: Transaction,
  people: readonly AccountInput[],
  project: string,
): Promise<ReadonlySet<string>> {
  await lockAccounts(db, people)
  const { rows } = await sql<{ id: string }>`
    update app_user set guest = requested.is_guest, expiration_date = null
    from unnest(${people.map(({ id }) => id)}::uuid[], ${people.map(({ isGuest }) => isGuest)}::boolean[])
      as requested (id, is_guest)
    where app_user.id = requested.id and app_user.role is null and not app_user.externally_identified
      and not ${isClaimed}
      and not exists (select from customer_admin where user_id = app_user.id)
      and not exists (select from project_member where user_id = app_user.id and project_id <> ${project})
    returning app_user.id`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Locks the accounts in id order, so that a concurrent change to their memberships has either finished or waits. */
const lockAccounts = (db: Transaction, people: readonly AccountInput[]) =>
  db
    .selectFrom('app_user')
    .select('id')
    .where('id', '=', anyOf(people.map(({ id }) => id)))
    .orderBy('id')
    .forUpdate()
    .execute()

/** Sets the expiration of guest accounts to that of their membership (security G6). */
export async function setGuestExpirations(
  db: Transaction,
  guests: readonly { user: string; end: string | null }[],
): Promise<void> {
  if (guests.length === 0) return
  await sql`
    update app_user set expiration_date = ends.at
    from unnest(${guests.map(({ user }) => user)}::uuid[], ${guests.map(({ end }) => end)}::timestamptz[]) as ends (id, at)
    where app_user.id = ends.id and app_user.guest`.execute(db)
}
