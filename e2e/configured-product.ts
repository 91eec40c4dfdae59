import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import { jsonApiMediaType, toRequest } from '../contract/src/jsonapi/document'
import { copyInvitationLink, invitations } from '../contract/src/people/invitations'
import { projectMembers } from '../contract/src/people/members'
import { demoPassword } from '../server/demo/credentials'
import { projectId } from '../server/demo/projects'
import { type DnsServer, dnsServer } from '../server/test/far-ends/dns'
import { type OneForEachFile, oneForEachFile } from './one-for-each-file'
import { type ProductServer, startProduct } from './server'
import { test as visited } from './visit'

/** The product as an operator sets it up: regions, mail over SMTP, a DNS server to ask, a safe address to go on to. */
export interface ConfiguredProduct extends ProductServer {
  /** What the domains of customers are looked up at. */
  dns: DnsServer
  /** The links to us in the mails to somebody, the latest first, as soon as there is one. */
  linksTo(email: string): Promise<URL[]>
  /** Invites somebody to the project that Kari administers, or to another one; a guest until a month from now. */
  invite(email: string, as: 'member' | 'guest', to?: InvitedTo): Promise<void>
  /** The link of somebody's invitation, as its administrator copies it to hand it on. */
  copyLink(email: string, administrator: string): Promise<URL>
}

/** A project by its number, and who invites to it. */
interface InvitedTo {
  project: string
  administrator: string
}

const unhurried = { calls: 10_000, seconds: 60 }
const masterConfiguration = {
  regions: [
    { subdomain: 'app', title: 'Europe', distinctiveLanguages: ['nb', 'sv'], isDefault: true },
    { subdomain: 'us', title: 'United States' },
  ],
  safeNextUrls: ['https://viewer.example.com/open'],
  supportMail: 'help@lintel.example',
  storeLinks: { android: 'https://play.example/lintel' },
  // All journeys come from one address.
  rates: { general: unhurried, signIn: unhurried, providerMatch: unhurried, guestLogin: unhurried, invite: unhurried },
}

/** Like `test`, against a server that is configured so. */
export const test = visited.extend<{ product: ConfiguredProduct }, { products: OneForEachFile<ConfiguredProduct> }>({
  products: [
    // biome-ignore lint/correctness/noEmptyPattern: a fixture without others is written so
    async ({}, use) => {
      const products = oneForEachFile(startConfigured)
      await use(products)
      await products.end()
    },
    { scope: 'worker' },
  ],
  product: [async ({ products }, use, { file }) => use(await products.of(file)), { timeout: 120_000 }],
  baseURL: async ({ product }, use) => use(product.url),
})

async function startConfigured(): Promise<ConfiguredProduct> {
  const directory = mkdtempSync(join(tmpdir(), 'lintel-e2e-configuration-'))
  const file = join(directory, 'configuration.json')
  const dns = await dnsServer()
  writeFileSync(file, JSON.stringify({ ...masterConfiguration, dnsServers: [dns.address] }))
  const mail = await takeMails()
  const product = await startProduct({ MASTER_CONFIG: file, SMTP_URL: mail.url })
  return {
    ...product,
    dns,
    linksTo: (email) => mail.linksTo(email, product.url),
    invite: (email, as, to) => invite(product.url, email, as, to),
    copyLink: (email, administrator) => copyLink(product.url, email, administrator),
    async stop() {
      await product.stop()
      await mail.stop()
      dns.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** A real SMTP server that keeps what it takes. */
async function takeMails() {
  const taken: { to: string[]; source: string }[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    onData(stream, { envelope }, callback) {
      let source = ''
      stream.on('data', (bytes) => {
        source += bytes
      })
      stream.on('end', () => {
        taken.push({ to: envelope.rcptTo.map(({ address }) => address), source })
        callback()
      })
    },
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    stop: () => new Promise<void>((resolve) => server.close(resolve)),
    async linksTo(email: string, url: string): Promise<URL[]> {
      const deadline = Date.now() + 60_000
      while (Date.now() < deadline) {
        const mails = taken.filter(({ to }) => to.includes(email)).reverse()
        const links = mails.flatMap(({ source }) => linksIn(source)).filter(({ origin }) => origin === url)
        if (links.length > 0) return links
        await sleep(50)
      }
      throw new Error(`No mail with a link came to ${email}`)
    },
  }
}

/** The addresses in the plain part of a mail, whose lines may be folded and whose signs quoted (RFC 2045). */
function linksIn(source: string): URL[] {
  const [, head = '', body = ''] = /(Content-Type: text\/plain[\s\S]*?)\r\n\r\n([\s\S]*?)\r\n--/.exec(source) ?? []
  const isQuoted = /quoted-printable/i.test(head)
  const unquoted = body
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return [...(isQuoted ? unquoted : body).matchAll(/https?:\/\/\S+/g)].map(([address]) => new URL(address))
}

const kari = { project: 'NB-2041', administrator: 'kari@nordbygg.example' }

async function invite(url: string, email: string, as: 'member' | 'guest', to: InvitedTo = kari): Promise<void> {
  const headers = await headersOf(url, to.administrator)
  const guest = { privilegeLevel: 5 as const, expirationDate: new Date(Date.now() + 30 * 86_400_000).toISOString() }
  const level = as === 'guest' ? guest : { privilegeLevel: 10 as const }
  const draft = { project: projectId(to.project), user: email, providers: [], ...level }
  const body = JSON.stringify(toRequest(projectMembers, draft))
  await ask(`${url}${projectMembers.path}`, { method: 'POST', body, headers })
}

async function copyLink(url: string, email: string, administrator: string): Promise<URL> {
  const headers = await headersOf(url, administrator)
  const search = new URLSearchParams({ 'filter[user]': email })
  const [invitation] = (await ask<{ data: { id: string }[] }>(`${url}${invitations.path}?${search}`, { headers })).data
  const { path } = copyInvitationLink
  const address = `${url}${path.replace('{id}', invitation?.id ?? '')}`
  return new URL((await ask<{ link: string }>(address, { method: 'POST', headers })).link)
}

/** What somebody of the demo world asks JSON:API with. */
async function headersOf(url: string, username: string) {
  const body = JSON.stringify({ username, password: demoPassword })
  const headers = { 'content-type': 'application/json' }
  const { idToken } = await ask<{ idToken: string }>(`${url}/auth/v1/login`, { method: 'POST', body, headers })
  return { authorization: `Bearer ${idToken}`, 'content-type': jsonApiMediaType }
}

async function ask<T>(address: string, request: RequestInit): Promise<T> {
  const answer = await fetch(address, request)
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as T
}
