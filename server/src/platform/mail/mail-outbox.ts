import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { instantOf } from '../clock'
import type { Database, StatementPart, Transaction } from '../database'
import { jobChannel } from '../jobs/job-queue'
import { anyOf } from '../rows'
import { type MailKind, securityNotices } from './mail-kinds'
import type { Remedy } from './texts/mail-text'

/** A row of the outbox. */
interface MailRow {
  id: string
  kind: string
  to: string
  address: string | null
  customer: string | null
  locale: string | null
  sealed: string
  now: string
  /** When it is to be sent, where that is later. */
  sendAt: string | null
}

/** Inserts waiting mails. */
export const insertMails = (db: Transaction, mails: readonly MailRow[]) =>
  sql`
    insert into mail (id, kind, user_id, address, customer_id, locale, values_encrypted, created_at, send_at)
    select * from unnest(${mails.map(({ id }) => id)}::uuid[], ${mails.map(({ kind }) => kind)}::text[],
      ${mails.map(({ to }) => to)}::uuid[], ${mails.map(({ address }) => address)}::text[],
      ${mails.map(({ customer }) => customer)}::uuid[], ${mails.map(({ locale }) => locale)}::text[],
      ${mails.map(({ sealed }) => sealed)}::text[], ${mails.map(({ now }) => now)}::timestamptz[],
      ${mails.map(({ sendAt }) => sendAt)}::timestamptz[])`.execute(db)

/** Number of mails of a kind to a person since an instant, in milliseconds since 1970. */
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
 * Common table expressions (`mailed`, `posted`) that insert a waiting mail and the job that sends it if `from`, another
 * expression of the statement, has a row. For a change that is a single statement.
 */
export const mailPart = (
  { id, kind, to, address, customer, locale, sealed, now, sendAt }: MailRow,
  { job, from }: { job: string; from: string | undefined },
): StatementPart => sql`
    mailed as (
      insert into mail (id, kind, user_id, address, customer_id, locale, values_encrypted, created_at, send_at)
      select ${id}::uuid, ${kind}, ${to}::uuid, ${address}, ${customer}::uuid, ${locale}, ${sealed}, ${now}::timestamptz,
        ${sendAt}::timestamptz
      from ${from === undefined ? sql`(select 1) as always` : sql.table(from)}
      returning id
    ), posted as (
      insert into job (id, kind, payload, customer_id, run_at, created_at)
      select ${uuidv7()}::uuid, ${job}, jsonb_build_object('mail', id), ${customer}::uuid, ${sendAt ?? now}::timestamptz,
        ${now}::timestamptz
      from mailed
      returning pg_notify(${jobChannel}, ${job})
    )`

/** A waiting mail with the current data of its recipient; undefined once sent or dead. */
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
      'mail.user_id as user',
      sql<string>`coalesce(mail.send_at, mail.created_at)`.as('date'),
      sql<string>`coalesce(mail.address, "user".email)`.as('email'),
      // An unverified address may belong to somebody else, who must not read the name.
      sql<string | null>`case when mail.address is null then "user".name end`.as('name'),
      // The locale of the browser applies until the person chooses one.
      sql<string | null>`coalesce("user".language, "user".browser_locale)`.as('language'),
      // Without a sign-in so far, times are in the time zone of the customer.
      sql<string | null>`coalesce("user".time_zone, "user".browser_time_zone, customer.time_zone)`.as('timeZone'),
      sql<Remedy>`case when "user".guest then 'guestLink'
        when exists (select from password_credential as own where own.user_id = "user".id) then 'password'
        else 'sessions' end`.as('remedy'),
      sql<boolean>`"user".deleted_at is not null`.as('isDeleted'),
    ])
    .executeTakeFirst()

/**
 * Whether what a mail offers can still be taken up: the secret in its link, if it has one, is stored, and its invitation, if it is of one, is open in
 * a project that is not deleted. A guest's link is used again after they accepted.
 */
export async function isStillValid(
  db: Database,
  { id, user }: { id: string; user: string },
  secretHash: Buffer | null,
  now: number,
): Promise<boolean> {
  const { rows } = await sql`
    select where not exists (
      select from invitation_mail as noted
      join invitation on invitation.id = noted.invitation_id
      join project on project.id = invitation.project_id
      where noted.mail_id = ${id}
        and (project.is_inactive or case invitation.way when 'guest' then not exists (
          select from project_member as member
          where member.project_id = invitation.project_id and member.user_id = invitation.user_id
            and coalesce(member.expiration_date, 'infinity') > ${instantOf(now)}::timestamptz
        ) else invitation.state not in ('pending', 'bounced') end)
    ) and (${secretHash}::bytea is null or exists (
      select from (
        select user_id, secret_hash as hash from temporary_password
        union all select user_id, link_hash from invitation
        union all select user_id, link_hash from password_reset where ended_at is null
        union all select user_id, id_hash from password_link where ended_at is null
        union all select user_id, code_hash from email_change
        union all select user_id, code_hash from federation_verification
      ) as stored where stored.user_id = ${user} and stored.hash = ${secretHash}
    ))`.execute(db)
  return rows.length === 1
}

/** Directs a person's waiting security notices to this address, whatever theirs becomes. */
export const fixAddressOfNotices = (db: Transaction, user: string, address: string) =>
  db
    .updateTable('mail')
    .set({ address })
    .where('user_id', '=', user)
    .where('state', '=', 'waiting')
    .where('address', 'is', null)
    .where('kind', 'in', securityNotices)
    .execute()

/** The final state of a mail. */
interface MailOutcome {
  state: 'sent' | 'dead'
  now: string
  /** The reason when it is not sent. */
  error?: string | null
}

/** Sets the final state of waiting mails and wipes their secrets. */
const finishing = (db: Database | Transaction, { state, now, error = null }: MailOutcome) =>
  db
    .updateTable('mail')
    .set({ state, settled_at: now, last_error: error, values_encrypted: null, address: null })
    .where('state', '=', 'waiting')

/** Sets the final state of a mail. */
export const finishMail = (db: Database | Transaction, id: string, settled: MailOutcome) =>
  finishing(db, settled).where('id', '=', id).returning('customer_id as customer').executeTakeFirst()

/** Cancels those of these mails that still wait, because they no longer apply. Their jobs find nothing to send. */
export const withdrawMails = (db: Transaction, ids: readonly string[], settled: { now: string; error: string }) =>
  finishing(db, { ...settled, state: 'dead' })
    .where('id', '=', anyOf(ids))
    .execute()

/** Removes mails that were finished before `oldest`. */
export const removeFinishedMails = (db: Database, oldest: string) =>
  db.deleteFrom('mail').where('state', '<>', 'waiting').where('settled_at', '<', oldest).execute()
