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
import { type KeptMail, outboxDirectory } from './mailer'

const keptMail = z.object({ id: z.string(), to: z.string(), subject: z.string(), date: z.string(), text: z.string() })

/** Where the outbox is read. */
export const outboxPath = '/dev/outbox'

/** Whether this installation shows its mails: where they are not sent, outside production. */
export const showsOutbox = ({ environment, smtpUrl }: Pick<Configuration, 'environment' | 'smtpUrl'>): boolean =>
  ['local', 'development'].includes(environment) && smtpUrl === undefined

const outbox = call({
  method: 'GET',
  path: outboxPath,
  summary: 'The mails that landed in DATA_DIR/outbox, newest first; a page, or JSON for who accepts it',
  answer: z.object({ data: z.array(keptMail) }),
})

/** How many mails the page shows. */
const shown = 200

/**
 * Shows the mails that would have been sent, where a developer works: they carry links that sign people in, so no other
 * environment has this address.
 */
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

/** Ids begin with their time: the names are in the order of writing. */
async function readOutbox(directory: string): Promise<KeptMail[]> {
  const files = await readdir(directory).catch(() => [])
  const names = files.filter((file) => file.endsWith('.json')).sort()
  const newest = names.reverse().slice(0, shown)
  return Promise.all(
    newest.map(async (name) => keptMail.parse(JSON.parse(await readFile(join(directory, name), 'utf8')))),
  )
}

const pageOf = (mails: readonly KeptMail[]): Html => html`<h1>Outbox</h1>
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

/** A text with its addresses as links. */
const linked = (text: string): Html[] =>
  text.split(/(https?:\/\/\S+)/).map((part, at) => (at % 2 === 1 ? html`<a href="${part}">${part}</a>` : html`${part}`))
