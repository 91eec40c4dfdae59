import { emailPattern } from '@lintel/contract/jsonapi/email-pattern'
import { z } from 'zod'
import { instantOf } from '../clock'
import type { Change } from '../context'
import { GiveUp, type JobKind } from '../jobs/jobs'
import { composeMail } from './compose'
import { openValues, sendMailKind } from './mail'
import { findWaitingMail, removeSettledMails, settleMail } from './mail-outbox'
import type { Mailer } from './mailer'

const payload = z.strictObject({ mail: z.uuid() })

/** 1 m, 5 m, 30 m, 2 h, 4 h, 8 h, 8 h: given up after 22 h 36 m (security F7). */
const retryAfter = [60, 300, 1_800, 7_200, 14_400, 28_800, 28_800]

/** Told of a mail that was given up, in the transaction that says so. */
export type Undeliverable = (change: Change, mail: string) => Promise<void>

/** Sends a mail of the outbox. After a crash between sending and noting it, it is sent once more, under the same id. */
export const sendMailJob = (mailer: Mailer, undeliverable?: Undeliverable): JobKind<z.output<typeof payload>> => ({
  kind: sendMailKind,
  payload,
  retryAfter,
  async run({ platform: { db, configuration, clock }, payload: { mail: id } }) {
    const mail = await findWaitingMail(db, id)
    if (!mail?.sealed) return
    // That an account was deleted is the last that its person hears.
    if (mail.isDeleted && mail.kind !== 'deletion-answered') throw new GiveUp('The account was deleted')
    if (!emailPattern.test(mail.email)) throw new GiveUp('The stored address is not one that mail is sent to')
    const { sealed, ...letter } = mail
    await mailer.deliver(id, composeMail({ ...letter, values: openValues(configuration, id, sealed) }, configuration))
    await settleMail(db, id, { state: 'sent', now: instantOf(clock()) })
  },
  async onDead(change, { mail: id }, reason) {
    const { db, audit, now } = change
    const settled = await settleMail(db, id, { state: 'dead', now: instantOf(now), error: reason })
    if (!settled) return
    audit({ action: 'mail.dead', customer: settled.customer, result: 'failure', reason, target: { type: 'mails', id } })
    await undeliverable?.(change, id)
  },
})

/** How long the outbox remembers that a mail was sent or given up, in days. */
const remembered = 90

/** Forgets old mails, once a day. */
export const sweepMailJob: JobKind<object> = {
  kind: 'mail.sweep',
  payload: z.looseObject({}),
  retryAfter: [],
  every: 86_400,
  run: async ({ platform: { db, clock } }) => {
    await removeSettledMails(db, instantOf(clock() - remembered * 86_400_000))
  },
}
