import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Configuration } from '../configuration'
import { UnrecoverableError } from '../jobs/jobs'
import type { Message } from './compose'

/** Delivers mails. */
export interface Mailer {
  /** Delivers a mail. Throws {@link UnrecoverableError} if it is rejected permanently, other errors if a retry may help. */
  deliver(id: string, message: Message): Promise<void>
  close(): void
}

/**
 * Timeouts of the SMTP server, in milliseconds; parameters of SMTP_URL override them. A server may take ten minutes to
 * accept what it has received (RFC 5321, 4.5.3.2.6): whoever gives up earlier sends it again.
 */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 600_000, dnsTimeout: 5_000 }

// Mails have no attachments: the server must never be made to read a file or URL.
const noFileAccess = { disableFileAccess: true, disableUrlAccess: true }

/** The folder below DATA_DIR that receives mails when SMTP_URL is not set. */
export const outboxDirectory = ({ dataDirectory }: Pick<Configuration, 'dataDirectory'>) =>
  join(dataDirectory, 'outbox')

/** Opens the SMTP server of SMTP_URL or, without it, the outbox folder. */
export const openMailer = (configuration: Configuration): Mailer =>
  configuration.smtpUrl === undefined ? folderMailer(configuration) : smtpMailer(configuration.smtpUrl, configuration)

/** nodemailer, loaded with the first mail. */
const mail = () => import('nodemailer')

/** Opens a resource on first use and closes it if it was opened. */
function lazily<T extends { close(): void }>(open: () => Promise<T>) {
  let opening: Promise<T> | undefined
  return {
    opened: () => {
      opening ??= open()
      return opening
    },
    close: () => void opening?.then((opened) => opened.close()),
  }
}

function smtpMailer(url: string, { mailFrom }: Pick<Configuration, 'mailFrom'>): Mailer {
  const transport = lazily(async () =>
    (await mail()).createTransport({ url, ...timeouts, ...noFileAccess }, { from: mailFrom, ...noFileAccess }),
  )
  return {
    async deliver(_id, message) {
      try {
        await (await transport.opened()).sendMail({ ...message, headers })
      } catch (error) {
        throw isRefusal(error) ? new UnrecoverableError((error as Error).message) : error
      }
    },
    close: transport.close,
  }
}

/** Suppress automatic replies and redistribution by mailing lists. */
const headers = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' }

/**
 * Is it a permanent rejection: a 5xx for recipient or content? A 5xx for greeting, login or sender is a configuration
 * that may be corrected.
 */
function isRefusal(error: unknown): boolean {
  const { responseCode, command } = error as { responseCode?: number; command?: string }
  return (responseCode ?? 0) >= 500 && ['RCPT TO', 'DATA'].includes(command ?? '')
}

/** A mail as shown by `/dev/outbox`; stored next to the `.eml` outside production. */
export interface OutboxMail {
  id: string
  to: string
  subject: string
  date: string
  text: string
}

function folderMailer(configuration: Configuration): Mailer {
  const { mailFrom, environment } = configuration
  const directory = outboxDirectory(configuration)
  const transport = lazily(async () =>
    (await mail()).createTransport(
      { streamTransport: true, buffer: true, newline: 'windows', ...noFileAccess },
      { from: mailFrom },
    ),
  )
  return {
    async deliver(id, message) {
      const { message: bytes } = await (await transport.opened()).sendMail({ ...message, headers })
      await mkdir(directory, { recursive: true, mode: 0o700 })
      if (environment !== 'production') {
        const { to, subject, date, text } = message
        const stored: OutboxMail = { id, to, subject, date: date.toISOString(), text }
        await write(join(directory, `${id}.json`), JSON.stringify(stored, null, 2))
      }
      await write(join(directory, `${id}.eml`), bytes as Buffer)
    },
    close: transport.close,
  }
}

/** Atomic write; a mail that is delivered twice is one file. */
async function write(path: string, content: string | Buffer): Promise<void> {
  await writeFile(`${path}.part`, content, { mode: 0o600 })
  await rename(`${path}.part`, path)
}

/** Removes the files of the outbox that were written before `oldest`, in milliseconds since 1970. */
export async function removeOldOutboxFiles(
  configuration: Pick<Configuration, 'dataDirectory'>,
  oldest: number,
): Promise<void> {
  const directory = outboxDirectory(configuration)
  const names = await readdir(directory).catch(nothingIfMissing)
  for (const name of names?.filter((name) => outboxFile.test(name)) ?? []) {
    const file = join(directory, name)
    const stats = await stat(file).catch(nothingIfMissing)
    if (stats && stats.mtimeMs < oldest) await rm(file, { force: true })
  }
}

const outboxFile = /\.(eml|json)(\.part)?$/

function nothingIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
