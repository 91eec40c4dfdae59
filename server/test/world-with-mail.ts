import { expect } from 'vitest'
import { sendResetCodeJob } from '../src/identity/password-reset/send-reset-code'
import { sendRegistrationJob } from '../src/identity/registration/send-registration'
import { recordBounce } from '../src/people/invitations/record-bounce'
import type { Configuration } from '../src/platform/configuration'
import { startWorkers } from '../src/platform/jobs/workers'
import { openMailer } from '../src/platform/mail/mailer'
import { sendMailJob } from '../src/platform/mail/send-mail'
import { type Smtp, smtp } from './smtp'
import { testDatabase } from './test-database'
import { onCleanup } from './on-cleanup'
import { type World, worldOn } from './world'

/** A mail as it is read: whom it went to, and its text. */
export interface ParsedMail {
  to: string
  subject: string
  text: string
  /** The addresses in it that begin with ours. */
  links: URL[]
}

/** The demo world with a real mail server beside it, and workers that send what the world writes. */
export interface WorldWithMail extends World {
  server: Smtp
  /** The mails that somebody got until now, the latest last; with `path`, those with a link of ours that begins so. */
  mailsTo(email: string, path?: string): ParsedMail[]
  /** The next of them beyond the `after` there are; waits for it. */
  nextMailTo(email: string, after?: number, path?: string): Promise<ParsedMail>
  /** Until nothing waits to be done now. */
  untilIdle(): Promise<void>
}

/**
 * Opens it for a test file; everything is ended when the file ends. `timeoutMs` is how long the workers wait for a mail server
 * that says nothing.
 */
export async function worldWithMail(more: Partial<Configuration> = {}, timeoutMs = 30_000): Promise<WorldWithMail> {
  const server = await smtp()
  const { db } = await testDatabase()
  const opened = await worldOn(db, { smtpUrl: `${server.url}/?socketTimeout=${timeoutMs}`, ...more })
  const { platform } = opened
  const mailer = openMailer(platform.configuration)
  const jobs = [sendResetCodeJob(platform.configuration), sendRegistrationJob, sendMailJob(mailer, recordBounce)]
  const workers = startWorkers(platform, jobs, { pollInterval: 20 })
  onCleanup(async () => {
    await workers.stop(2_000)
    mailer.close()
  })
  const runningMailJobs = db.selectFrom('job').select('id').where('kind', '=', 'mail.send').where('leased_by', 'is not', null)
  const linksTo = (path: string | undefined) => (mail: ParsedMail) =>
    path === undefined || mail.links.some(({ pathname }) => pathname.startsWith(path))
  const mailsTo = (email: string, path?: string) =>
    server.mails
      .filter(({ to }) => to.includes(email))
      .map(parseMail)
      .filter(linksTo(path))
  return {
    ...opened,
    server,
    mailsTo,
    async nextMailTo(email, after = 0, path = undefined) {
      await expect.poll(() => mailsTo(email, path).length).toBeGreaterThan(after)
      const found = mailsTo(email, path)[after]
      if (!found) throw new Error(`No mail to ${email}`)
      // Its job is over as well: one that is at work while the test lets time pass would be taken up once more.
      await expect.poll(async () => (await runningMailJobs.execute()).length).toBe(0)
      return found
    },
    untilIdle: () =>
      expect
        .poll(async () => {
          const waiting = db.selectFrom('job').select('id').where('state', '=', 'waiting')
          return (await waiting.where('run_at', '<=', new Date(platform.clock()).toISOString()).execute()).length
        })
        .toBe(0),
  }
}

function parseMail({ to, source }: { to: string[]; source: string }): ParsedMail {
  const [, part = ''] = /Content-Type: text\/plain[\s\S]*?\r\n\r\n([\s\S]*?)\r\n--/.exec(source) ?? []
  const text = /Content-Transfer-Encoding: base64/.test(source.slice(0, source.indexOf(part)))
    ? Buffer.from(part, 'base64').toString('utf8')
    : decodeQuotedPrintable(part)
  const [, subject = ''] = /^Subject: ((?:.|\r\n[ \t])*)/m.exec(source) ?? []
  const links = [...text.matchAll(/https?:\/\/[!-~]+/g)].map(([address]) => new URL(address))
  return { to: to[0] ?? '', subject, text, links }
}

/** Quoted-printable (RFC 2045). */
const decodeQuotedPrintable = (part: string): string =>
  Buffer.from(
    part
      .replaceAll(/=\r\n/g, '')
      .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  ).toString('utf8')
