import { sql } from 'kysely'
import { instantOf } from '../../platform/clock'
import type { StatementPart, Transaction } from '../../platform/database'
import { withdrawMails } from '../../platform/mail/mail-outbox'

/** Remembers which mails invitations caused, who sends them and when; `isPaced`, that nobody sends them by hand. */
export const noteMails = (
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
 * What of these invitations still waits to be mailed is not sent, since its link is of no use any more; what was to be sent later takes
 * no place in the hours to come. `invitations` selects their ids.
 */
export async function withdrawMailsOf(db: Transaction, invitations: StatementPart, now: number): Promise<void> {
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

/** The same for one invitation. */
export const withdrawMailOf = (db: Transaction, invitation: string, now: number): Promise<void> =>
  withdrawMailsOf(db, sql`${invitation}`, now)

/** Of several changes that somebody makes at once, one counts after the other: the next waits until this transaction is complete. */
const waitForTurn = (db: Transaction, by: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`invitations of ${by}`}, 0))`.execute(db)

/** How many invitations somebody sent by hand since then, and when the first of those was. */
export async function countSentSince(
  db: Transaction,
  by: string,
  since: number,
): Promise<{ sent: number; firstAt: string | null }> {
  await waitForTurn(db, by)
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
 * From when on paced invitations of somebody follow those before them: the last instant of these, or now. And how many of these go in
 * the `ms` until then.
 */
export async function lastPaced(
  db: Transaction,
  by: string,
  { now, ms }: { now: number; ms: number },
): Promise<{ from: number; sent: number }> {
  await waitForTurn(db, by)
  const paced = sql`invitation_mail where sent_by = ${by} and is_paced`
  const { rows } = await sql<{ last: string; sent: number }>`
    select last, (select count(*)::int from ${paced} and sent_at > last - ${ms / 1_000} * interval '1 second') as sent
    from (select greatest(max(sent_at), ${instantOf(now)}) as last from ${paced}) as latest`.execute(db)
  const [{ last, sent } = { last: instantOf(now), sent: 0 }] = rows
  return { from: Date.parse(last), sent }
}
