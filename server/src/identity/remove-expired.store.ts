import { sql } from 'kysely'
import { deleteExpiredEmailChanges } from '../people/user-profiles/email-change.store'
import { instantOf } from '../platform/clock'
import type { Database } from '../platform/database'
import { removeExpiredFederation } from './federation/tickets.store'
import { removeExpiredChallenges } from './passkeys/passkeys.store'
import { removeExpiredPasswordChanges } from './password-reset/password-reset.store'
import { removeUnclaimedAccounts } from './registration/remove-unclaimed.store'

const day = 24 * 3_600_000
/** How long expired rows are kept: ended sessions for enquiries, counters of unknown addresses for a day. */
const retention = { sessions: 90 * day, feeds: 90 * day, challenges: day, guesses: day, keys: 30 * day } as const
/** Maximum number of rows of a counter table (security B5). */
const maxCounters = 100_000

/**
 * Deletes expired rows. Counters of accounts stay until a verified password clears them, those of browsers while the account
 * knows the browser; only counters of unknown addresses are deleted when there are too many, so that nobody can flood the
 * others away.
 */
export async function removeExpired(db: Database, now: number): Promise<void> {
  const before = (milliseconds: number) => instantOf(now - milliseconds)
  await db.deleteFrom('session').where('expires_at', '<', before(retention.sessions)).execute()
  await db.deleteFrom('feed_token').where('expires_at', '<', before(retention.feeds)).execute()
  await db.deleteFrom('display_token').where('expires_at', '<', before(retention.feeds)).execute()
  await db.deleteFrom('api_token').where('expires_at', '<', before(retention.feeds)).execute()
  await db.deleteFrom('mfa_challenge').where('expires_at', '<', before(retention.challenges)).execute()
  await db.deleteFrom('known_browser').where('expires_at', '<', instantOf(now)).execute()
  await db.deleteFrom('temporary_password').where('expires_at', '<', instantOf(now)).execute()
  await db.deleteFrom('signing_key').where('retires_at', '<', before(retention.keys)).execute()
  await removeExpiredFederation(db, now)
  await removeExpiredPasswordChanges(db, now)
  await removeExpiredChallenges(db, now)
  await deleteExpiredEmailChanges(db, now)
  await db.deleteFrom('address_rate').where('ends_at', '<', instantOf(now)).execute()
  await db
    .deleteFrom('guessing')
    .where('touched_at', '<', before(retention.guesses))
    .where(({ eb, or }) => or([eb('user_id', 'is', null), eb('failures', '=', 0)]))
    .execute()
  await sql`delete from guessing where subject like 'browser:%' and not exists (
    select from known_browser as known where known.user_id = guessing.user_id
      and guessing.subject = 'browser:' || known.user_id || ':' || encode(known.secret_hash, 'hex'))`.execute(db)
  await sql`delete from guessing where user_id is null and subject in (
    select subject from guessing where user_id is null order by touched_at desc offset ${maxCounters})`.execute(db)
  await sql`delete from address_rate where (rate, address) in (
    select rate, address from address_rate order by ends_at desc offset ${maxCounters})`.execute(db)
  await removeUnclaimedAccounts(db, now)
}
