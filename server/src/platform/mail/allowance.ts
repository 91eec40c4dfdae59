import { Problem } from '@lintel/contract/problems'
import type { Transaction } from '../database'
import type { MailKind } from './mail-kinds'
import { mailsSince } from './mail-outbox'

/** Most mails of one kind that somebody is written in {@link perMs}, whoever asks for them (security F2). */
export const mostMails = 3

/** The time that {@link mostMails} is for, in milliseconds. */
export const perMs = 3_600_000

/** Whether somebody was written as many mails of a kind lately as they are allowed. */
export const isOverAllowance = async (
  db: Transaction,
  mail: { to: string; kind: MailKind },
  now: number,
): Promise<boolean> => (await mailsSince(db, { ...mail, since: now - perMs })) >= mostMails

/** Too many mails: whoever asked is told after how long they may ask again. */
export const tooManyMails = () => new Problem('tooManyRequests', { retryAfter: perMs / 1_000 })
