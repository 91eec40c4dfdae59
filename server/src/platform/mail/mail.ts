import type { Locale } from '@lintel/contract/settings/locales'
import { uuidv7 } from 'uuidv7'
import { instantOf } from '../clock'
import type { Configuration } from '../configuration'
import type { Change } from '../context'
import type { StatementPart } from '../database'
import { enqueueJobs } from '../jobs/jobs'
import { groupBy } from '../rows'
import { openSecrets, type Secrets } from '../secrets'
import type { MailKind, MailValues } from './mail-kinds'
import { insertMails, mailPart } from './mail-outbox'

/**
 * The kinds of jobs that send a mail. Each has workers of its own, so that a mail that somebody waits for does not queue
 * behind thousands of notices.
 */
export const sendMailKinds = { awaited: 'mail.send', notice: 'mail.send-notice' } as const

/** Mails of recurring jobs, which nobody waits for and which may go to thousands of people at once. */
const notices: ReadonlySet<MailKind> = new Set<MailKind>([
  'access-ends',
  'access-gained',
  'domain-lost',
  'domain-missing',
  'given-access-ends',
  'new-browser',
  'project-purge',
  'second-factor-ahead',
  'second-factor-failed',
  'trial-ends',
])

const jobKindOf = (kind: MailKind) => (notices.has(kind) ? sendMailKinds.notice : sendMailKinds.awaited)

/** A mail to a person. */
export interface NewMail<K extends MailKind> {
  /** The user's internal id; the mail goes to the address stored when it is sent (security F6). */
  to: string
  kind: K
  values: MailValues<K>
  /** An address other than the stored one: one being verified, or the previous one after a change. Checked by the caller. */
  address?: string
  /** The language for somebody whose own is not known when it is sent; default English. */
  locale?: Locale
  /** The customer in whose audit chain an undeliverable mail is recorded; default the platform. */
  customer?: string | null
  /** Send time, in milliseconds since 1970; default now. */
  sendAt?: number
}

/** A mail of any kind. */
export type AnyNewMail = { [K in MailKind]: NewMail<K> }[MailKind]

/** Adds a mail to the outbox in the transaction of the change that causes it; a job sends it after the commit. Returns its id. */
export async function enqueueMail<K extends MailKind>(
  change: Pick<Change, 'db' | 'configuration' | 'now'>,
  mail: NewMail<K>,
): Promise<string> {
  const [id = ''] = await enqueueMails(change, [mail as AnyNewMail])
  return id
}

/** Enqueues several mails in two statements, or three if somebody waits for only some. Returns their ids in order. */
export async function enqueueMails(
  { db, configuration, now }: Pick<Change, 'db' | 'configuration' | 'now'>,
  mails: readonly AnyNewMail[],
): Promise<string[]> {
  if (mails.length === 0) return []
  const rows = mails.map((mail) => rowOf({ configuration, now }, mail))
  await insertMails(db, rows)
  const jobs = rows.map(({ id, kind, customer }, at) => ({
    kind: jobKindOf(kind),
    payload: { mail: id },
    customer,
    runAt: mails[at]?.sendAt ?? now,
  }))
  for (const [kind, ofKind] of groupBy(jobs, (job) => job.kind)) await enqueueJobs(db, kind, ofKind, now)
  return rows.map(({ id }) => id)
}

/**
 * The same as part of a single statement, conditional on a row of the expression `from` (default: unconditional). For
 * changes that must not need another round trip.
 */
export const mailInOneStatement = <K extends MailKind>(
  platform: Pick<Change, 'configuration' | 'now'>,
  mail: NewMail<K>,
  from?: string,
): StatementPart => mailPart(rowOf(platform, mail), { job: jobKindOf(mail.kind), from })

function rowOf<K extends MailKind>(
  { configuration, now }: Pick<Change, 'configuration' | 'now'>,
  { to, kind, values, address, locale, customer = null, sendAt = now }: NewMail<K>,
) {
  const id = uuidv7()
  const sealed = secretsOf(configuration).seal(JSON.stringify(values), contextOf(id))
  const row = { id, kind, to, address: address ?? null, customer, locale: locale ?? null, sealed, now: instantOf(now) }
  return { ...row, sendAt: sendAt > now ? instantOf(sendAt) : null }
}

/** Decrypts the values that {@link enqueueMail} encrypted. */
export const unsealValues = (configuration: Configuration, id: string, sealed: string): unknown =>
  JSON.parse(secretsOf(configuration).open(sealed, contextOf(id)))

const contextOf = (id: string) => `mail ${id}`

const opened = new WeakMap<Configuration, Secrets>()

/** Cached per configuration, because deriving keys and reading their file is expensive. */
function secretsOf(configuration: Configuration): Secrets {
  const secrets = opened.get(configuration) ?? openSecrets(configuration)
  opened.set(configuration, secrets)
  return secrets
}
