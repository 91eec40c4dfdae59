import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { instantOf } from '../clock'
import type { Database, StatementPart, Transaction } from '../database'
import { jobChannel } from '../jobs/job-queue'
import { anyOf } from '../rows'
import type { MailKind } from './mail-kinds'

/** A mail as it is written. */
interface MailRow {
  id: string
  kind: string
  to: string
  address: string | null
  customer: string | null
  locale: string | null
  sealed: string
  now: string
}

/** Writes waiting mails. */
export const insertMails = (db: Transaction, mails: readonly MailRow[]) =>
  db
    .insertInto('mail')
    .values(
      mails.map(({ id, kind, to, address, customer, locale, sealed, now }) => ({
        id,
        kind,
        user_id: to,
        address,
        customer_id: customer,
        locale,
        values_encrypted: sealed,
        created_at: now,
      })),
    )
    .execute()

/** How many mails of a kind were written to somebody since an instant, in milliseconds since 1970. */
export async function mailsSince(
  db: Transaction,
  { to, kind, since }: { to: string; kind: MailKind; since: number },
): Promise<number> {
  const { written } = await db
    .selectFrom('mail')
    .select(sql<number>`count(*)::int`.as('written'))
    .where('user_id', '=', to)
    .where('created_at', '>', instantOf(since))
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow()
  return written
}

/**
 * The parts of a statement (`mailed`, `posted`) that write a waiting mail and the job that sends it, where `from`, another
 * part of it, has a row: for a change that is one statement and its own transaction.
 */
export const mailPart = (
  { id, kind, to, address, customer, locale, sealed, now }: MailRow,
  { job, from }: { job: string; from: string | undefined },
): StatementPart => sql`
    mailed as (
      insert into mail (id, kind, user_id, address, customer_id, locale, values_encrypted, created_at)
      select ${id}::uuid, ${kind}, ${to}::uuid, ${address}, ${customer}::uuid, ${locale}, ${sealed}, ${now}::timestamptz
      from ${from === undefined ? sql`(select 1) as always` : sql.table(from)}
      returning id
    ), posted as (
      insert into job (id, kind, payload, customer_id, run_at, created_at)
      select ${uuidv7()}::uuid, ${job}, jsonb_build_object('mail', id), ${customer}::uuid, ${now}::timestamptz, ${now}::timestamptz
      from mailed
      returning pg_notify(${jobChannel}, ${job})
    )`

/** A mail that waits, with the person as stored now; undefined once it was sent or given up. */
export const findWaitingMail = (db: Database, id: string) =>
  db
    .selectFrom('mail')
    .innerJoin('app_user as user', 'user.id', 'mail.user_id')
    .leftJoin('customer', (join) =>
      join.on('customer.id', '=', sql<string>`coalesce(mail.customer_id, "user".home_customer_id)`),
    )
    .where('mail.id', '=', id)
    .where('mail.state', '=', 'waiting')
    .select([
      'mail.id',
      'mail.kind',
      'mail.locale',
      'mail.customer_id as customer',
      'mail.values_encrypted as sealed',
      'mail.created_at as createdAt',
      sql<string>`coalesce(mail.address, "user".email)`.as('email'),
      // At an address that is not, or not yet, the person's somebody else may read what they call themselves.
      sql<string | null>`case when mail.address is null then "user".name end`.as('name'),
      // What their browser said counts until they choose themselves.
      sql<string | null>`coalesce("user".language, "user".browser_locale)`.as('language'),
      // Whoever was never here reads times as the customer that writes to them does.
      sql<string | null>`coalesce("user".time_zone, "user".browser_time_zone, customer.time_zone)`.as('timeZone'),
      sql<boolean>`"user".deleted_at is not null`.as('isDeleted'),
    ])
    .executeTakeFirst()

/** How a mail ends. */
interface Settled {
  state: 'sent' | 'dead'
  now: string
  /** Why it is not sent. */
  error?: string | null
}

/** These mails are on their way, or never will be; their secrets are wiped. */
const settling = (db: Database | Transaction, { state, now, error = null }: Settled) =>
  db
    .updateTable('mail')
    .set({ state, settled_at: now, last_error: error, values_encrypted: null, address: null })
    .where('state', '=', 'waiting')

/** The mail is on its way, or never will be. */
export const settleMail = (db: Database | Transaction, id: string, settled: Settled) =>
  settling(db, settled).where('id', '=', id).returning('customer_id as customer').executeTakeFirst()

/** What still waits of these mails is not sent: what it says is not so any more. Its jobs find nothing to send. */
export const withdrawMails = (db: Transaction, ids: readonly string[], settled: { now: string; error: string }) =>
  settling(db, { ...settled, state: 'dead' })
    .where('id', '=', anyOf(ids))
    .execute()

/** Forgets mails that were settled before `oldest`. */
export const removeSettledMails = (db: Database, oldest: string) =>
  db.deleteFrom('mail').where('state', '<>', 'waiting').where('settled_at', '<', oldest).execute()
