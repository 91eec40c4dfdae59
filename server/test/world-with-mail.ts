import { type SqlBool, sql } from 'kysely'
import { expect } from 'vitest'
import { sendResetCodeJob } from '../src/identity/password-reset/send-reset-code'
import { sendRegistrationJob } from '../src/identity/registration/send-registration'
import { recordBounce } from '../src/people/invitations/record-bounce'
import type { Configuration } from '../src/platform/configuration'
import { startWorkers } from '../src/platform/jobs/workers'
import { openMailer } from '../src/platform/mail/mailer'
import { sendMailJob } from '../src/platform/mail/send-mail'
import { plainTextOf } from './mail-text'
import { onCleanup } from './on-cleanup'
import { type SmtpServer, startSmtpServer } from './smtp'
import { testDatabase } from './test-database'
import { type World, worldOn } from './world'

/** A parsed mail: recipient, subject and text. */
export interface ParsedMail {
  to: string
  subject: string
  text: string
  /** The links in its text. */
  links: URL[]
}

/** The demo world with a real mail server, and workers that send the queued mails. */
export interface WorldWithMail extends World {
  server: SmtpServer
  /** The mails received by an address so far, the latest last; with `path`, only those with a link to that path. */
  mailsTo(email: string, path?: string): ParsedMail[]
  /** Waits for the mail after the first `after` ones and returns it. */
  nextMailTo(email: string, after?: number, path?: string): Promise<ParsedMail>
  /** Waits until no job is due or running. */
  untilIdle(): Promise<void>
}

/**
 * Opens the world for a test file; everything is stopped when the file ends. `timeoutMs` is how long the workers wait
 * for a mail server that does not respond.
 */
export async function worldWithMail(more: Partial<Configuration> = {}, timeoutMs = 30_000): Promise<WorldWithMail> {
  const server = await startSmtpServer()
  const { db } = await testDatabase()
  const opened = await worldOn(db, { smtpUrl: `${server.url}/?socketTimeout=${timeoutMs}`, ...more })
  const { platform } = opened
  const mailer = openMailer(platform.configuration)
  const mailJobs = [sendMailJob(mailer, recordBounce), sendMailJob(mailer, recordBounce, 'notice')]
  const jobs = [sendResetCodeJob(platform.configuration), sendRegistrationJob, ...mailJobs]
  const workers = startWorkers(platform, jobs, { pollInterval: 20 })
  onCleanup(async () => {
    await workers.stop(2_000)
    mailer.close()
  })
  const runningMailJobs = db
    .selectFrom('job')
    .select('id')
    .where(
      'kind',
      'in',
      mailJobs.map(({ kind }) => kind),
    )
    .where('leased_by', 'is not', null)
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
      // Wait for its job as well: it reads the clock when it ends, which the test may advance.
      await expect.poll(async () => (await runningMailJobs.execute()).length).toBe(0)
      return found
    },
    untilIdle: () =>
      expect
        .poll(async () => {
          // A job that was enqueued again while it runs is due a moment later, which a frozen clock never reaches.
          const isDue = sql<SqlBool>`run_at <= ${new Date(platform.clock()).toISOString()} or leased_by is not null`
          return (await db.selectFrom('job').select('id').where('state', '=', 'waiting').where(isDue).execute()).length
        })
        .toBe(0),
  }
}

function parseMail({ to, source }: { to: string[]; source: string }): ParsedMail {
  const text = plainTextOf(source)
  const [, subject = ''] = /^Subject: ((?:.|\r\n[ \t])*)/m.exec(source) ?? []
  const links = [...text.matchAll(/https?:\/\/[!-~]+/g)].map(([address]) => new URL(address))
  return { to: to[0] ?? '', subject, text, links }
}
