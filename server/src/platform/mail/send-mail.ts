import { createHash } from 'node:crypto'
import { emailPattern } from '@lintel/contract/jsonapi/email-pattern'
import { z } from 'zod'
import { dayMs, instantOf } from '../clock'
import type { Change } from '../context'
import type { Database } from '../database'
import { type JobKind, UnrecoverableError } from '../jobs/jobs'
import { composeMail } from './compose'
import { sendMailKinds, unsealValues } from './mail'
import { findWaitingMail, finishMail, isStillValid, removeFinishedMails } from './mail-outbox'
import { type Mailer, removeOldOutboxFiles } from './mailer'

const payload = z.strictObject({ mail: z.uuid() })

/** 1 m, 5 m, 30 m, 2 h, 4 h, 8 h, 8 h: dead after 22 h 36 m (security F7). */
const retryAfter = [60, 300, 1_800, 7_200, 14_400, 28_800, 28_800]

/** The link of a mail and when it ends, where it has them. */
const offer = z.looseObject({ link: z.string().optional(), expiresAt: z.string().nullish() })

/** The secret at the end of a link; its hash is stored with what it opens. */
const secretOf = (link = '') => /(?<=[=/])[\w-]{43}$/.exec(link)?.[0]

/**
 * Is what a waiting mail says still true? What has ended, or was used, withdrawn or replaced meanwhile, is not sent. The answer to a deletion request
 * is the last mail to a deleted account.
 */
async function isStillTrue(
  db: Database,
  mail: { id: string; user: string; kind: string; isDeleted: boolean },
  values: unknown,
  now: number,
): Promise<boolean> {
  if (mail.isDeleted && mail.kind !== 'deletion-answered') return false
  const { link, expiresAt } = offer.parse(values)
  // A guest's link works as long as the access, which may have been extended since.
  if (mail.kind !== 'guest-invitation' && expiresAt && Date.parse(expiresAt) <= now) return false
  const secret = secretOf(link)
  return isStillValid(db, mail, secret === undefined ? null : createHash('sha256').update(secret).digest(), now)
}

/** Called for an undeliverable mail, in the transaction that marks it as dead. */
export type OnUndeliverable = (change: Change, mail: string) => Promise<void>

/**
 * Sends a mail of the outbox that somebody waits for, or a notice. After a crash between sending and recording it is
 * sent again with the same message id.
 */
export const sendMailJob = (
  mailer: Mailer,
  undeliverable?: OnUndeliverable,
  urgency: keyof typeof sendMailKinds = 'awaited',
): JobKind<z.output<typeof payload>> => ({
  kind: sendMailKinds[urgency],
  payload,
  retryAfter,
  async run({ platform: { db, configuration, clock }, payload: { mail: id } }) {
    const mail = await findWaitingMail(db, id)
    if (!mail?.sealed) return
    const { sealed, ...content } = mail
    const values = unsealValues(configuration, id, sealed)
    if (!(await isStillTrue(db, mail, values, clock()))) {
      const error = 'What it says is not true any more'
      return void (await finishMail(db, id, { state: 'dead', now: instantOf(clock()), error }))
    }
    if (!emailPattern.test(mail.email))
      throw new UnrecoverableError('The stored address is not one that mail is sent to')
    await mailer.deliver(id, composeMail({ ...content, values }, configuration))
    await finishMail(db, id, { state: 'sent', now: instantOf(clock()) })
  },
  async onDead(change, { mail: id }, reason) {
    const { db, audit, now } = change
    const finished = await finishMail(db, id, { state: 'dead', now: instantOf(now), error: reason })
    if (!finished) return
    audit({
      action: 'mail.dead',
      customer: finished.customer,
      result: 'failure',
      reason,
      target: { type: 'mails', id },
    })
    await undeliverable?.(change, id)
  },
})

/** Retention of finished mails and of the files in the outbox, in days. */
const retentionDays = 90

/** Removes old mails and files of the outbox, once a day. */
export const sweepMailJob: JobKind<object> = {
  kind: 'mail.sweep',
  payload: z.looseObject({}),
  retryAfter: [],
  every: 86_400,
  run: async ({ platform: { db, clock, configuration } }) => {
    const oldest = clock() - retentionDays * dayMs
    await removeFinishedMails(db, instantOf(oldest))
    await removeOldOutboxFiles(configuration, oldest)
  },
}
