import { sql } from 'kysely'
import type { Transaction } from '../../platform/database'
import { anyOf } from '../../platform/rows'
import type { FoundPerson } from '../users/new-person.store'

/** Somebody, and whether they are wanted as a guest. */
interface Wanted extends FoundPerson {
  isGuest: boolean
}

/**
 * Guests of other customers become full accounts when a customer wants them that they are nobody's guest of: what they are elsewhere is
 * none of its business, so it is answered as for everybody else. Their access there stays as it is, with its last day and its link. Gives
 * what they are then, in their order.
 */
export async function freeGuestsOfOthers<P extends Wanted>(
  db: Transaction,
  people: readonly P[],
  customer: string,
): Promise<P[]> {
  const guests = people.filter(({ guest }) => guest)
  if (guests.length === 0) return [...people]
  const { rows } = await sql<{ id: string }>`
    update app_user set guest = false, expiration_date = null
    from unnest(${guests.map(({ id }) => id)}::uuid[], ${guests.map(({ isGuest }) => isGuest)}::boolean[])
      as wanted (id, is_guest)
    where app_user.id = wanted.id
      and not exists (select from project_member where user_id = app_user.id and customer_id = ${customer})
      and (not wanted.is_guest or exists (select from project_member where user_id = app_user.id))
    returning app_user.id`.execute(db)
  const freed = new Set(rows.map(({ id }) => id))
  return people.map((person) => (freed.has(person.id) ? { ...person, guest: false } : person))
}

/**
 * Accounts without a way in of their own and without another project become guests' or full ones, as they are wanted; every other
 * one stays what it is. Gives what they are then, in their order.
 */
export async function settleUnclaimedAccounts(
  db: Transaction,
  people: readonly Wanted[],
  project: string,
): Promise<FoundPerson[]> {
  const others = people.filter(({ guest, isGuest }) => guest !== isGuest)
  const settled = others.length === 0 ? new Set<string>() : await settle(db, others, project)
  return people.map(({ id, guest }) => ({ id, guest: settled.has(id) ? !guest : guest }))
}

async function settle(db: Transaction, people: readonly Wanted[], project: string): Promise<ReadonlySet<string>> {
  await holdAlone(db, people)
  const { rows } = await sql<{ id: string }>`
    update app_user set guest = wanted.is_guest, expiration_date = null
    from unnest(${people.map(({ id }) => id)}::uuid[], ${people.map(({ isGuest }) => isGuest)}::boolean[])
      as wanted (id, is_guest)
    where app_user.id = wanted.id and app_user.role is null and not app_user.externally_identified
      and not exists (select from password_credential where user_id = app_user.id)
      and not exists (select from external_identity where user_id = app_user.id)
      and not exists (select from customer_admin where user_id = app_user.id)
      and not exists (select from project_member where user_id = app_user.id and project_id <> ${project})
    returning app_user.id`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Whoever gives these people another membership has done so before, or waits and finds what they are then. */
const holdAlone = (db: Transaction, people: readonly Wanted[]) =>
  db
    .selectFrom('app_user')
    .select('id')
    .where('id', '=', anyOf(people.map(({ id }) => id)))
    .orderBy('id')
    .forUpdate()
    .execute()

/** Guests' accounts end with their membership (security G6). */
export async function endGuestAccounts(
  db: Transaction,
  guests: readonly { user: string; end: string | null }[],
): Promise<void> {
  if (guests.length === 0) return
  await sql`
    update app_user set expiration_date = ends.at
    from unnest(${guests.map(({ user }) => user)}::uuid[], ${guests.map(({ end }) => end)}::timestamptz[]) as ends (id, at)
    where app_user.id = ends.id and app_user.guest`.execute(db)
}
