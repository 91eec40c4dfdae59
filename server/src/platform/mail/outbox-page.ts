import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { call } from '@lintel/contract/jsonapi/call'
import { anyone } from '@lintel/contract/people/permissions'
import { z } from 'zod'
import { answer } from '../answer'
import type { Configuration } from '../configuration'
import { type Html, html } from '../html'
import { sendPage } from '../page'
import type { Route } from '../route'
import { type OutboxMail, outboxDirectory } from './mailer'

const outboxMail = z.object({ id: z.string(), to: z.string(), subject: z.string(), date: z.string(), text: z.string() })

/** The path of the outbox page. */
export const outboxPath = '/dev/outbox'

/** Is the outbox page available: outside production, when mails are not sent? */
export const showsOutbox = ({ environment, smtpUrl }: Pick<Configuration, 'environment' | 'smtpUrl'>): boolean =>
  ['local', 'development'].includes(environment) && smtpUrl === undefined

const outbox = call({
  method: 'GET',
  path: outboxPath,
  summary: 'The mails that landed in DATA_DIR/outbox, newest first; a page, or JSON for who accepts it',
  answer: z.object({ data: z.array(outboxMail) }),
})

/** Maximum number of mails on the page. */
const maxShown = 200

/** Shows unsent mails to developers. They contain sign-in links, so other environments do not have this route. */
export const outboxRoutes = (configuration: Configuration): Route[] =>
  showsOutbox(configuration)
    ? [
        answer(outbox, {
          anonymous: true,
          may: anyone,
          async run({ request }, _input, reply) {
            const data = await readOutbox(outboxDirectory(configuration))
            if (request.headers.accept?.includes('text/html')) sendPage(reply, { title: 'Outbox', body: pageOf(data) })
            return { data }
          },
        }),
      ]
    : []

/** Ids are UUIDv7, so names sort by creation time. */
async function readOutbox(directory: string): Promise<OutboxMail[]> {
  const files = await readdir(directory).catch(() => [])
  const names = files.filter((file) => file.endsWith('.json')).sort()
  const newest = names.reverse().slice(0, maxShown)
  return Promise.all(
    newest.map(async (name) => outboxMail.parse(JSON.parse(await readFile(join(directory, name), 'utf8')))),
  )
}

const pageOf = (mails: readonly OutboxMail[]): Html => html`<h1>Outbox</h1>
${mails.length === 0 && html`<p class="quiet">No mail was sent yet. It lands here because SMTP_URL is not set.</p>`}
${mails.map(
  ({
    to,
    subject,
    date,
    text,
  }) => html`<details><summary><b>${subject}</b> <span class="quiet">${to} · ${date}</span></summary>
<div class="inside"><pre>${linked(text)}</pre></div></details>`,
)}`

/** Renders the URLs in a text as links. */
const linked = (text: string): Html[] =>
  text.split(/(https?:\/\/\S+)/).map((part, at) => (at % 2 === 1 ? html`<a href="${part}">${part}</a>` : html`${part}`))
