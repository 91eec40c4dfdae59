import { sql } from 'kysely'
import { instantOf } from '../../platform/clock'
import type { Transaction } from '../../platform/database'
import { anyOf } from '../../platform/rows'

/** Deletes the temporary passwords and copied links of these invitations. Returns the people who had a mailed and a copied one. */
export async function deleteFirstPasswords(
  db: Transaction,
  invitations: readonly string[],
): Promise<{ mailed: string[]; copied: string[] }> {
  const [mailed, copied] = [
    await db
      .deleteFrom('temporary_password')
      .where('invitation_id', '=', anyOf(invitations))
      .returning('user_id as user')
      .execute(),
    await db
      .deleteFrom('copied_link')
      .where('invitation_id', '=', anyOf(invitations))
      .returning('user_id as user')
      .execute(),
  ]
  return { mailed: mailed.map(({ user }) => user), copied: copied.map(({ user }) => user) }
}

/**
 * Locks these people and returns those who have to set a password and have something that `withdrawAccess` ends, except the `spared` ones who
 * have another valid temporary password. Locked, so that none of them sets a password meanwhile.
 */
export async function lockSignedInWithoutPassword(
  db: Transaction,
  { users, spared, now }: { users: readonly string[]; spared: readonly string[]; now: number },
): Promise<string[]> {
  const people = await db
    .selectFrom('app_user')
    .select(['id', 'must_update_password as mustSetPassword'])
    .where('id', '=', anyOf(users))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const waiting = people.filter(({ mustSetPassword }) => mustSetPassword).map(({ id }) => id)
  if (waiting.length === 0) return []
  // A statement of its own: it reads what was committed while the lock was waited for.
  const { rows } = await sql<{ id: string }>`
    select id from unnest(${waiting}::uuid[]) as person (id)
    where (exists (select from mfa_challenge as challenge where challenge.user_id = person.id)
      or exists (select from session where session.user_id = person.id and session.ended_at is null)
      or exists (select from feed_token as token where token.user_id = person.id and token.ended_at is null)
      or exists (select from display_token as token where token.user_id = person.id and token.ended_at is null)
      or exists (select from known_browser as browser where browser.user_id = person.id))
      and (id <> all(${spared}::uuid[]) or not exists (
        select from temporary_password as other where other.user_id = person.id and other.expires_at > ${instantOf(now)}))
    order by id`.execute(db)
  return rows.map(({ id }) => id)
}
