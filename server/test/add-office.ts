import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { hashSecret } from '../src/identity/random-secret'
import { browserKnownSeconds } from '../src/identity/sessions/cookies'
import type { Database } from '../src/platform/database'

/** A user in an office, and the secret of their known browser; null for a new browser. */
export interface OfficeWorker {
  email: string
  browser: string | null
}

/** The size of an office. */
export interface OfficeOptions {
  people: number
  /** How many of them use a browser that their account does not know yet. */
  newBrowsers: number
}

/**
 * Adds copies of mei@nordbygg.example, with her password, who share one IP address: the last ones with a new browser,
 * the others with a known one.
 */
export async function addOffice(db: Database, { people, newBrowsers }: OfficeOptions): Promise<OfficeWorker[]> {
  const workers = Array.from({ length: people }, (_, at) => ({
    email: `worker${at}@nordbygg.example`,
    browser: at < people - newBrowsers ? randomBytes(32).toString('base64url') : null,
  }))
  const known = workers.map(({ email, browser }) => ({ email, hash: browser && hashSecret(browser).toString('hex') }))
  await sql`
    with wanted as (
      select uuidv7() as id, email, hash from jsonb_to_recordset(${JSON.stringify(known)}::jsonb) as input (email text, hash text)
    ), people as (
      insert into app_user (id, email, given_name, family_name, home_customer_id, email_verified_at)
      select wanted.id, wanted.email, 'Worker', wanted.email, model.home_customer_id, now() from wanted, app_user as model
      where model.email = 'mei@nordbygg.example'
    ), credentials as (
      insert into password_credential select made.* from app_user as model
        join password_credential as credential on credential.user_id = model.id, wanted,
        jsonb_populate_record(credential, jsonb_build_object('user_id', wanted.id)) as made
      where model.email = 'mei@nordbygg.example'
    )
    insert into known_browser (user_id, secret_hash, seen_at, expires_at)
    select id, decode(hash, 'hex'), now(), now() + make_interval(secs => ${browserKnownSeconds}) from wanted where hash is not null`.execute(
    db,
  )
  return workers
}
