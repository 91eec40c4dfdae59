import { sql } from 'kysely'
import { removeOverEmails } from '../people/user-profiles/email-change.store'
import { instantOf } from '../platform/clock'
import type { Database } from '../platform/database'
import { removeOverFederation } from './federation/tickets.store'
import { removeOverChallenges } from './passkeys/passkeys.store'
import { removeOverPasswords } from './password-reset/password-reset.store'

const day = 24 * 3_600_000
/** How long what is over stays: ended sessions answer questions for a while, counters of strangers for a day. */
const keep = { sessions: 90 * day, feeds: 90 * day, challenges: day, guesses: day, keys: 30 * day } as const
/** Most rows of a counter table (security B5). */
const mostCounters = 100_000

/**
 * Removes what is over. Counters of accounts stay until a right password clears them: nobody can flood them away, as
 * only those of unknown addresses give way when there are too many.
 */
export async function removeWhatIsOver(db: Database, now: number): Promise<void> {
  const before = (milliseconds: number) => instantOf(now - milliseconds)
  await db.deleteFrom('session').where('expires_at', '<', before(keep.sessions)).execute()
  await db.deleteFrom('feed_token').where('expires_at', '<', before(keep.feeds)).execute()
  await db.deleteFrom('display_token').where('expires_at', '<', before(keep.feeds)).execute()
  await db.deleteFrom('api_token').where('expires_at', '<', before(keep.feeds)).execute()
  await db.deleteFrom('mfa_challenge').where('expires_at', '<', before(keep.challenges)).execute()
  await db.deleteFrom('known_browser').where('expires_at', '<', instantOf(now)).execute()
  await db.deleteFrom('temporary_password').where('expires_at', '<', instantOf(now)).execute()
  await db.deleteFrom('signing_key').where('retires_at', '<', before(keep.keys)).execute()
  await removeOverFederation(db, now)
  await removeOverPasswords(db, now)
  await removeOverChallenges(db, now)
  await removeOverEmails(db, now)
  await db.deleteFrom('address_rate').where('ends_at', '<', instantOf(now)).execute()
  await db
    .deleteFrom('guessing')
    .where('touched_at', '<', before(keep.guesses))
    .where(({ eb, or }) => or([eb('user_id', 'is', null), eb('failures', '=', 0)]))
    .execute()
  await sql`delete from guessing where user_id is null and subject in (
    select subject from guessing where user_id is null order by touched_at desc offset ${mostCounters})`.execute(db)
  await sql`delete from address_rate where (rate, address) in (
    select rate, address from address_rate order by ends_at desc offset ${mostCounters})`.execute(db)
}
