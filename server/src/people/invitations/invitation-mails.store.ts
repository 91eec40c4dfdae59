import { sql } from 'kysely'
import { instantOf } from '../../platform/clock'
import type { StatementPart, Transaction } from '../../platform/database'
import { withdrawMails } from '../../platform/mail/mail-outbox'

/** Records the mails of invitations, with sender and time; paced mails do not count against the sender's hourly limit. */
export const insertInvitationMails = (
  db: Transaction,
  mails: readonly { mail: string; invitation: string; sendAt: number }[],
  { by, isPaced }: { by: string; isPaced: boolean },
) =>
  db
    .insertInto('invitation_mail')
    .values(
      mails.map(({ mail, invitation, sendAt }) => ({
        mail_id: mail,
        invitation_id: invitation,
        sent_by: by,
        sent_at: instantOf(sendAt),
        is_paced: isPaced,
      })),
    )
    .execute()

/**
 * Withdraws unsent mails of these invitations, since their links are no longer valid, and frees the slots of mails
 * scheduled for later. `invitations` selects their ids.
 */
export async function withdrawInvitationMails(db: Transaction, invitations: StatementPart, now: number): Promise<void> {
  const at = instantOf(now)
  const { rows } = await sql<{ mail: string }>`
    with later as (
      delete from invitation_mail where invitation_id in (${invitations}) and sent_at > ${at}
    )
    select mail_id as mail from invitation_mail where invitation_id in (${invitations})`.execute(db)
  if (rows.length === 0) return
  const mails = rows.map(({ mail }) => mail)
  await withdrawMails(db, mails, { now: at, error: 'The link in it is of no use any more' })
}

/** Withdraws the unsent mails of one invitation. */
export const withdrawInvitationMail = (db: Transaction, invitation: string, now: number): Promise<void> =>
  withdrawInvitationMails(db, sql`${invitation}`, now)

/** Serializes concurrent invitations by the same person: takes an advisory lock until the transaction ends. */
const lockInvitationsOf = (db: Transaction, by: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`invitations of ${by}`}, 0))`.execute(db)

/** Counts the unpaced invitations a person has sent since then, with the time of the first. */
export async function countSentSince(
  db: Transaction,
  by: string,
  since: number,
): Promise<{ sent: number; firstAt: string | null }> {
  await lockInvitationsOf(db, by)
  const { sent, firstAt } = await db
    .selectFrom('invitation_mail')
    .select(({ fn }) => [fn.countAll<number>().as('sent'), fn.min('sent_at').as('firstAt')])
    .where('sent_by', '=', by)
    .where('is_paced', '=', false)
    .where('sent_at', '>', instantOf(since))
    .executeTakeFirstOrThrow()
  return { sent: Number(sent), firstAt }
}

/**
 * The end of a person's queue of paced invitations (the last scheduled instant, or now), and how many of them fall into the last `ms` before it; with
 * `countsManual`, together with those sent by hand.
 */
export async function findPacedQueueEnd(
  db: Transaction,
  by: string,
  { now, ms, countsManual }: { now: number; ms: number; countsManual: boolean },
): Promise<{ from: number; sent: number }> {
  await lockInvitationsOf(db, by)
  const { rows } = await sql<{ last: string; sent: number }>`
    select last, (
      select count(*)::int from invitation_mail
      where sent_by = ${by} and (is_paced or ${countsManual}) and sent_at > last - ${ms / 1_000} * interval '1 second') as sent
    from (
      select greatest(max(sent_at), ${instantOf(now)}) as last from invitation_mail where sent_by = ${by} and is_paced
    ) as latest`.execute(db)
  const [{ last, sent } = { last: instantOf(now), sent: 0 }] = rows
  return { from: Date.parse(last), sent }
}
