import { sql } from 'kysely'
import type { Transaction } from '../../platform/database'
import type { FoundPerson } from '../users/new-person.store'

/** Somebody, and whether they are wanted as a guest. */
interface Wanted extends FoundPerson {
  isGuest: boolean
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
