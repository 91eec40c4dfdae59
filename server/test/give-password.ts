import type { Database } from '../src/platform/database'

/** Gives a user the password that all people of the demo world have. */
export async function givePassword(db: Database, email: string): Promise<void> {
  await db
    .insertInto('password_credential')
    .columns(['user_id', 'hash', 'reset_needed', 'changed_at'])
    .expression((from) =>
      from
        .selectFrom('app_user')
        .innerJoin('password_credential as known', 'known.user_id', 'known.user_id')
        .select(['app_user.id', 'known.hash', 'known.reset_needed', 'known.changed_at'])
        .where('app_user.email', '=', email)
        .limit(1),
    )
    .execute()
}
