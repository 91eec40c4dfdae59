import { Problem } from '@lintel/contract/problems'
import { hourMs } from '../clock'
import type { Transaction } from '../database'
import type { MailKind } from './mail-kinds'
import { mailsSince } from './mail-outbox'

/** Maximum number of mails of one kind to a person within {@link mailWindowMs}, whoever requests them (security F2). */
export const maxMails = 3

/** The window of {@link maxMails}, in milliseconds. */
export const mailWindowMs = hourMs

/** Has a person received the maximum number of mails of a kind within the window? */
export const isOverAllowance = async (
  db: Transaction,
  mail: { to: string; kind: MailKind },
  now: number,
): Promise<boolean> => (await mailsSince(db, { ...mail, since: now - mailWindowMs })) >= maxMails

/** The failure with the time after which the request may be repeated. */
export const tooManyMails = () => new Problem('tooManyRequests', { retryAfter: mailWindowMs / 1_000 })
