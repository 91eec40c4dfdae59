import { Resolver } from 'node:dns'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { z } from 'zod'
import { readBucketAddress } from './objects/bucket-address'
import { StartRefused } from './start-refused'

const environments = ['local', 'development', 'staging', 'production', 'onpremise', 'deploy'] as const

/** Largest number of calls in a window of time, per client address (security B4). */
const rate = z.strictObject({ calls: z.int().positive(), seconds: z.int().positive() }).exactOptional()

/** The rates that can be set: of each client address, and `invite` of each person who invites. */
const rates = {
  general: rate,
  signIn: rate,
  resetRequest: rate,
  providerMatch: rate,
  providerSetup: rate,
  guestLogin: rate,
  clientLog: rate,
  invite: rate,
}

/** A rate by which the calls of a client address are counted. */
export type AddressRateName = Exclude<keyof typeof rates, 'invite'>

const onlyKnownRates = ({ code, keys }: { code?: string; keys?: string[] }) =>
  code === 'unrecognized_keys'
    ? `there is no rate named ${keys?.join(', ')}, only ${Object.keys(rates).join(', ')}`
    : undefined

/** An origin as browsers write it; compared letter by letter. */
const origin = z
  .string()
  .refine(
    (given) => /^https?:[^*]+$/.test(given) && URL.canParse(given) && new URL(given).origin === given,
    'an origin is scheme, host and port, and no more: https://reports.example.com',
  )

/** An address of a DNS server, with or without a port: `192.0.2.1`, `[2001:db8::1]:5353`. */
const dnsServer = z.string().refine((given) => {
  try {
    new Resolver().setServers([given])
    return true
  } catch {
    return false
  }
}, 'a DNS server is an IP address, with or without a port: 192.0.2.1 or [2001:db8::1]:5353')

const httpsAddress = z.url({ protocol: /^https$/ })

/** The optional JSON file that `MASTER_CONFIG` names (contract §5). */
const masterConfiguration = z.strictObject({
  canAddUsers: z.boolean().default(true),
  /** Whether people may register accounts of their own; without it, in `local` alone. */
  registration: z.boolean().optional(),
  passwordRequirements: z
    .strictObject({
      minimumLength: z.int().min(8).max(256).default(15),
      minimumLowercase: z.int().min(0).default(0),
      minimumUppercase: z.int().min(0).default(0),
      minimumDigits: z.int().min(0).default(0),
      minimumSymbols: z.int().min(0).default(0),
    })
    .prefault({}),
  regions: z
    .array(
      z.strictObject({
        subdomain: z.string().regex(/^[a-z0-9-]+$/),
        title: z.string(),
        distinctiveLanguages: z.array(z.string()).default([]),
        isDefault: z.boolean().default(false),
      }),
    )
    .default([{ subdomain: 'app', title: 'Europe', distinctiveLanguages: [], isDefault: true }]),
  safeNextUrls: z.array(z.url()).default([]),
  domainSuffix: z
    .string()
    .regex(/^@[a-z0-9.-]+$/)
    .optional(),
  supportMail: z.email().optional(),
  supportChat: z.url({ protocol: /^https$/ }).optional(),
  storeLinks: z.strictObject({ ios: httpsAddress.optional(), android: httpsAddress.optional() }).prefault({}),
  /** Which privacy policy people agree to with their profile; another one asks whoever completes theirs after it. */
  privacyPolicyVersion: z.string().min(1).max(50).default('1'),
  /** Where new projects are told in production: https, or plain http on this very machine. */
  webhookAddress: z.url().optional(),
  mfa: z.boolean().default(true),
  rates: z.strictObject(rates, { error: onlyKnownRates }).default({}),
  /** Names and addresses under which the server answers beside PUBLIC_URL. */
  hosts: z.array(z.string()).default([]),
  /** Proxies whose X-Forwarded-For is believed: addresses or CIDRs, never a number (security B6). */
  trustedProxies: z.array(z.string().regex(/[.:]/)).default([]),
  /** Origins other than our own that may call the API from a browser. */
  allowedOrigins: z.array(origin).default([]),
  /** Path of a MaxMind DB file that knows the cities of addresses; without it, places are shown without their city. */
  cityDatabase: z.string().min(1).optional(),
  privateProviderHosts: z.array(z.string()).default([]),
  /** Whom to ask for the records by which domains are proved; none for the servers that the machine itself asks. */
  dnsServers: z.array(dnsServer).default([]),
  auditRetentionDays: z.int().min(1).default(400),
  /** The largest document that can be uploaded, in millions of bytes. */
  documentMegabytes: z.int().min(1).max(5_000).default(250),
  /** How long a stopped or crashed project takes to start, from the trigger until its content can be reached. */
  projectStartSeconds: z.int().min(0).max(600).default(1),
})

const variables = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: z.url().optional(),
  LINTEL_ENVIRONMENT: z.enum(environments).optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z.string().optional(),
  DATABASE_ADMIN_URL: z.string().optional(),
  SMTP_URL: z.string().optional(),
  MAIL_FROM: z.string().default('Lintel <no-reply@lintel.example>'),
  OBJECT_STORE_URL: z.string().optional(),
  SECRET_KEY: z.string().optional(),
  MASTER_CONFIG: z.string().optional(),
  /** Signs the webhook (Standard Webhooks): `whsec_` and 24 to 64 bytes in base64. */
  WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/, 'it has to be whsec_ and 24 to 64 bytes in base64')
    .optional(),
  METRICS_TOKEN: z.string().min(16).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).optional(),
})

/** Everything that can be set from outside, read once at start. */
export interface Configuration extends z.output<typeof masterConfiguration> {
  registration: boolean
  port: number
  host: string
  /** The address people use, without a trailing slash. */
  publicUrl: string
  environment: (typeof environments)[number]
  dataDirectory: string
  databaseUrl: string | undefined
  databaseAdminUrl: string | undefined
  smtpUrl: string | undefined
  mailFrom: string
  objectStoreUrl: string | undefined
  /** As given; `platform/secrets` makes one for `DATA_DIR` when it is missing outside production. */
  secretKey: string | undefined
  /** Key of the webhook's signature, as given. */
  webhookSecret: string | undefined
  metricsToken: string | undefined
  logLevel: NonNullable<z.output<typeof variables>['LOG_LEVEL']>
}

/** Reads the environment and the file it may name. Throws {@link StartRefused} naming the variable that is wrong. */
export function readConfiguration(env: Record<string, string | undefined>): Configuration {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = variables.safeParse(given)
  if (!parsed.success) throw refused(parsed.error, '')
  const read = parsed.data
  const environment = read.LINTEL_ENVIRONMENT ?? 'local'
  if (environment === 'local' && !isLoopback(read.HOST)) {
    throw new StartRefused(
      `HOST is ${read.HOST}, but the local environment serves this machine only. Set LINTEL_ENVIRONMENT to say what this installation is.`,
    )
  }
  const master = readMasterConfiguration(read.MASTER_CONFIG)
  const configuration: Configuration = {
    ...master,
    registration: master.registration ?? environment === 'local',
    port: read.PORT,
    host: read.HOST,
    publicUrl: (read.PUBLIC_URL ?? `http://localhost:${read.PORT}`).replace(/\/+$/, ''),
    environment,
    dataDirectory: resolve(read.DATA_DIR),
    databaseUrl: read.DATABASE_URL,
    databaseAdminUrl: read.DATABASE_ADMIN_URL,
    smtpUrl: read.SMTP_URL,
    mailFrom: read.MAIL_FROM,
    objectStoreUrl: read.OBJECT_STORE_URL,
    secretKey: read.SECRET_KEY,
    webhookSecret: read.WEBHOOK_SECRET,
    metricsToken: read.METRICS_TOKEN,
    logLevel: read.LOG_LEVEL ?? (environment === 'local' ? 'warn' : 'info'),
  }
  // A bucket's address that cannot be read is told at the start, not at the first upload.
  if (configuration.objectStoreUrl !== undefined) readBucketAddress(configuration.objectStoreUrl)
  if (configuration.webhookAddress && !configuration.webhookSecret) {
    throw new StartRefused('WEBHOOK_SECRET is missing: webhookAddress is set, and what is sent there is signed.')
  }
  if (configuration.databaseAdminUrl && !configuration.databaseUrl) {
    throw new StartRefused('DATABASE_ADMIN_URL is set without DATABASE_URL: it is a second login of the same database.')
  }
  if (environment === 'production') refuseUnfitForProduction(configuration, read.PUBLIC_URL)
  return configuration
}

function refuseUnfitForProduction({ secretKey }: Configuration, publicUrl: string | undefined) {
  if (!publicUrl) throw new StartRefused('PUBLIC_URL is missing: production needs the address that people use.')
  if (!publicUrl.startsWith('https://')) throw new StartRefused('PUBLIC_URL has to begin with https:// in production.')
  if (!secretKey || Buffer.byteLength(secretKey) < 32 || new Set(secretKey).size < 8) {
    throw new StartRefused('SECRET_KEY is missing or weak: production needs at least 32 random bytes.')
  }
}

function readMasterConfiguration(path: string | undefined) {
  if (path === undefined) return masterConfiguration.parse({})
  let content: unknown
  try {
    content = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    throw new StartRefused(`MASTER_CONFIG: ${path} cannot be read as JSON (${(error as Error).message}).`)
  }
  const parsed = masterConfiguration.safeParse(content)
  if (!parsed.success) throw refused(parsed.error, 'MASTER_CONFIG: ')
  return parsed.data
}

const refused = (error: z.ZodError, prefix: string) =>
  new StartRefused(`${prefix}${error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')}`)

const isLoopback = (host: string) => host === 'localhost' || host === '::1' || /^127(\.\d+){3}$/.test(host)
