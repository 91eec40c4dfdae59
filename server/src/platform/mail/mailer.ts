import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Configuration } from '../configuration'
import { GiveUp } from '../jobs/jobs'
import type { Message } from './compose'

/** Where mails go. */
export interface Mailer {
  /** Hands one over. Throws {@link GiveUp} when it is refused for good, anything else when another try may help. */
  deliver(id: string, message: Message): Promise<void>
  close(): void
}

/** How long an SMTP server may take, in milliseconds, to be reached, to greet, and to say anything at all. */
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000, dnsTimeout: 5_000 }

// Text and HTML are all a mail has: nothing in it may make the server read a file or an address.
const closed = { disableFileAccess: true, disableUrlAccess: true }

/** The folder below DATA_DIR that mails land in without SMTP_URL. */
export const outboxDirectory = ({ dataDirectory }: Pick<Configuration, 'dataDirectory'>) =>
  join(dataDirectory, 'outbox')

/** The SMTP server of SMTP_URL or, without it, a folder. */
export const openMailer = (configuration: Configuration): Mailer =>
  configuration.smtpUrl === undefined ? folderMailer(configuration) : smtpMailer(configuration.smtpUrl, configuration)

/** The library of mail, loaded with the first one. */
const mail = () => import('nodemailer')

/** What is opened when it is first asked for, and closed if it was. */
function once<T extends { close(): void }>(open: () => Promise<T>) {
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
  const transport = once(async () =>
    (await mail()).createTransport({ url, ...patience, ...closed }, { from: mailFrom, ...closed }),
  )
  return {
    async deliver(_id, message) {
      try {
        await (await transport.opened()).sendMail({ ...message, headers })
      } catch (error) {
        throw isRefusal(error) ? new GiveUp((error as Error).message) : error
      }
    },
    close: transport.close,
  }
}

/** No answering machine answers, no mailing list spreads it. */
const headers = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' }

/**
 * A 5xx to sender, recipient or content: this mail will never be taken. One to the greeting or the password is about the
 * server's set-up, which somebody may repair.
 */
function isRefusal(error: unknown): boolean {
  const { responseCode, command } = error as { responseCode?: number; command?: string }
  return (responseCode ?? 0) >= 500 && ['MAIL FROM', 'RCPT TO', 'DATA'].includes(command ?? '')
}

/** What `/dev/outbox` shows of a mail; written beside the `.eml` outside production. */
export interface KeptMail {
  id: string
  to: string
  subject: string
  date: string
  text: string
}

function folderMailer(configuration: Configuration): Mailer {
  const { mailFrom, environment } = configuration
  const directory = outboxDirectory(configuration)
  const transport = once(async () =>
    (await mail()).createTransport(
      { streamTransport: true, buffer: true, newline: 'windows', ...closed },
      { from: mailFrom },
    ),
  )
  return {
    async deliver(id, message) {
      const { message: bytes } = await (await transport.opened()).sendMail({ ...message, headers })
      await mkdir(directory, { recursive: true, mode: 0o700 })
      if (environment !== 'production') {
        const { to, subject, date, text } = message
        const kept: KeptMail = { id, to, subject, date: date.toISOString(), text }
        await write(join(directory, `${id}.json`), JSON.stringify(kept, null, 2))
      }
      await write(join(directory, `${id}.eml`), bytes as Buffer)
    },
    close: transport.close,
  }
}

/** Whole or not at all; a mail that comes twice is one file. */
async function write(path: string, content: string | Buffer): Promise<void> {
  await writeFile(`${path}.part`, content, { mode: 0o600 })
  await rename(`${path}.part`, path)
}
