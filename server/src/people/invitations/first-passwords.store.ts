import { sql } from 'kysely'
import type { Transaction } from '../../platform/database'
import { anyOf } from '../../platform/rows'

/** Deletes the temporary passwords and copied links of these invitations. Returns the people who had one. */
export async function deleteFirstPasswords(db: Transaction, invitations: readonly string[]): Promise<string[]> {
  const { rows: mailed } = await sql<{ user: string }>`
    delete from temporary_password as temporary using invitation
    where invitation.id = ${anyOf(invitations)}
      and temporary.user_id = invitation.user_id and temporary.invitation_id = invitation.id
    returning temporary.user_id as user`.execute(db)
  const copied = await db
    .deleteFrom('copied_link')
    .where('invitation_id', '=', anyOf(invitations))
    .returning('user_id as user')
    .execute()
  return [...new Set([...mailed, ...copied].map(({ user }) => user))]
}

/**
 * Locks these people and returns those who have to set a password and have something that `withdrawAccess` ends. Locked,
 * so that none of them sets a password meanwhile.
 */
export async function lockSignedInWithoutPassword(db: Transaction, users: readonly string[]): Promise<string[]> {
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
    where exists (select from mfa_challenge as challenge where challenge.user_id = person.id)
      or exists (select from session where session.user_id = person.id and session.ended_at is null)
      or exists (select from feed_token as token where token.user_id = person.id and token.ended_at is null)
      or exists (select from display_token as token where token.user_id = person.id and token.ended_at is null)
      or exists (select from known_browser as browser where browser.user_id = person.id)
    order by id`.execute(db)
  return rows.map(({ id }) => id)
}
