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
import { type DnsServer, startDnsServer } from '../server/test/far-ends/dns'
import { plainTextOf } from '../server/test/mail-text'
import { test as base } from './fixtures'
import { postSignIn } from './people'
import { type PerFileInstance, perFileInstance } from './per-file-instance'
import { type ProductServer, startProduct } from './server'

/** The product with a full configuration: regions, mail over SMTP, a DNS server, an allowed redirect address. */
export interface ConfiguredProduct extends ProductServer {
  /** DNS server used to verify customer domains. */
  dns: DnsServer
  /** Waits for mails to this address and returns their links to the product, most recent first. */
  linksTo(email: string): Promise<URL[]>
  /** Invites a user to the project administered by Kari, or to another one; a guest's access ends in 30 days. */
  invite(email: string, as: 'member' | 'guest', to?: InvitedTo): Promise<void>
  /** The invitation link of a user, as an administrator copies it to share it. */
  copyLink(email: string, administrator: string): Promise<URL>
}

/** A project number, and the administrator who invites. */
interface InvitedTo {
  project: string
  administrator: string
}

const unlimited = { calls: 10_000, seconds: 60 }
const masterConfiguration = {
  regions: [
    { subdomain: 'app', title: 'Europe', distinctiveLanguages: ['nb', 'sv'], isDefault: true },
    { subdomain: 'us', title: 'United States' },
  ],
  safeNextUrls: ['https://viewer.example.com/open'],
  supportMail: 'help@lintel.example',
  storeLinks: { android: 'https://play.example/lintel' },
  // All tests use one IP address.
  rates: { general: unlimited, signIn: unlimited, providerMatch: unlimited, guestLogin: unlimited, invite: unlimited },
}

/** Like the base `test`, against a server with this configuration. */
export const test = base.extend<{ product: ConfiguredProduct }, { products: PerFileInstance<ConfiguredProduct> }>({
  products: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires an object pattern for fixtures without dependencies
    async ({}, use) => {
      const products = perFileInstance(startConfiguredProduct)
      await use(products)
      await products.stop()
    },
    { scope: 'worker' },
  ],
  product: [async ({ products }, use, { file }) => use(await products.get(file)), { timeout: 120_000 }],
  baseURL: async ({ product }, use) => use(product.url),
})

async function startConfiguredProduct(): Promise<ConfiguredProduct> {
  const directory = mkdtempSync(join(tmpdir(), 'lintel-e2e-configuration-'))
  const file = join(directory, 'configuration.json')
  const dns = await startDnsServer()
  writeFileSync(file, JSON.stringify({ ...masterConfiguration, dnsServers: [dns.address] }))
  const mail = await startMailServer()
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

/** A real SMTP server that stores the messages it receives. */
async function startMailServer() {
  const received: { to: string[]; source: string }[] = []
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
        received.push({ to: envelope.rcptTo.map(({ address }) => address), source })
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
        const mails = received.filter(({ to }) => to.includes(email)).reverse()
        const links = mails.flatMap(({ source }) => linksIn(source)).filter(({ origin }) => origin === url)
        if (links.length > 0) return links
        await sleep(50)
      }
      throw new Error(`No mail with a link came to ${email}`)
    },
  }
}

const linksIn = (source: string): URL[] =>
  [...plainTextOf(source).matchAll(/https?:\/\/\S+/g)].map(([address]) => new URL(address))

const defaultInvitation = { project: 'NB-2041', administrator: 'kari@nordbygg.example' }

async function invite(
  url: string,
  email: string,
  as: 'member' | 'guest',
  to: InvitedTo = defaultInvitation,
): Promise<void> {
  const headers = await signInHeaders(url, to.administrator)
  const guest = { privilegeLevel: 5 as const, expirationDate: new Date(Date.now() + 30 * 86_400_000).toISOString() }
  const level = as === 'guest' ? guest : { privilegeLevel: 10 as const }
  const draft = { project: projectId(to.project), user: email, providers: [], ...level }
  const body = JSON.stringify(toRequest(projectMembers, draft))
  await fetchJson(`${url}${projectMembers.path}`, { method: 'POST', body, headers })
}

async function copyLink(url: string, email: string, administrator: string): Promise<URL> {
  const headers = await signInHeaders(url, administrator)
  const search = new URLSearchParams({ 'filter[user]': email })
  const [invitation] = (await fetchJson<{ data: { id: string }[] }>(`${url}${invitations.path}?${search}`, { headers }))
    .data
  const { path } = copyInvitationLink
  const address = `${url}${path.replace('{id}', invitation?.id ?? '')}`
  return new URL((await fetchJson<{ link: string }>(address, { method: 'POST', headers })).link)
}

/** Signs in as a demo user and returns the headers for JSON:API requests. */
async function signInHeaders(url: string, username: string) {
  const body = JSON.stringify({ username, password: demoPassword })
  const headers = { 'content-type': 'application/json' }
  const signedIn = await postSignIn(() => fetch(`${url}/auth/v1/login`, { method: 'POST', body, headers }))
  const { idToken } = await readJson<{ idToken: string }>(signedIn)
  return { authorization: `Bearer ${idToken}`, 'content-type': jsonApiMediaType }
}

const fetchJson = async <T>(address: string, request: RequestInit): Promise<T> =>
  readJson(await fetch(address, request))

async function readJson<T>(response: Response): Promise<T> {
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as T
}
