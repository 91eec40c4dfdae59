import { Resolver } from 'node:dns'
import { readFileSync } from 'node:fs'
import { defaultMinimumLength } from '@lintel/contract/identity/passwords'
import { z } from 'zod'
import { addressViolation, operatorPolicy, parseNetwork } from './outbound-address'
import { StartRefused } from './start-refused'

/** A rate limit per caller: a session, or else a client address (security B4). */
const rate = z.strictObject({ calls: z.int().positive(), seconds: z.int().positive() }).exactOptional()

/** The configurable rate limits: per caller, and `invite` per inviting person. */
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

/** A rate limit per caller: a session, or else a client address. */
export type CallerRateName = Exclude<keyof typeof rates, 'invite'>

const onlyKnownRates = ({ code, keys }: { code?: string; keys?: string[] }) =>
  code === 'unrecognized_keys'
    ? `there is no rate named ${keys?.join(', ')}, only ${Object.keys(rates).join(', ')}`
    : undefined

/** An origin as sent by browsers; compared literally. */
const origin = z
  .string()
  .refine(
    (input) => /^https?:[^*]+$/.test(input) && URL.canParse(input) && new URL(input).origin === input,
    'an origin is scheme, host and port, and no more: https://reports.example.com',
  )

/** An address of a DNS server, with or without a port: `192.0.2.1`, `[2001:db8::1]:5353`. */
const dnsServer = z.string().refine((input) => {
  try {
    new Resolver().setServers([input])
    return true
  } catch {
    return false
  }
}, 'a DNS server is an IP address, with or without a port: 192.0.2.1 or [2001:db8::1]:5353')

const httpsAddress = z.url({ protocol: /^https$/ })

/** Hosts are compared literally with the normalised form of the URL standard: lower case, IPv6 in brackets. */
const isHost = (input: string) =>
  /^[^*]+$/.test(input) && URL.canParse(`https://${input}`) && new URL(`https://${input}`).hostname === input

/** The value of a `Host` header. */
const hostAndPort = z.string().refine((input) => {
  const [, host = '', port = '0'] = /^(.+?)(?::(\d{1,5}))?$/.exec(input) ?? []
  return isHost(host) && Number(port) <= 65_535
}, 'a host is a name in small letters or an address, with or without a port, and no more: projects.example.com or 192.0.2.1:8443')

const network = z
  .string()
  .refine((input) => parseNetwork(input) !== undefined, 'a network is an IP address or a CIDR: 192.0.2.1 or 10.0.0.0/8')

const hostOrNetwork = z
  .string()
  .refine(
    (input) => isHost(input) || parseNetwork(input) !== undefined,
    'it has to be the name of a host in small letters, an IP address or a CIDR: login.example.com or 10.0.0.0/8',
  )

const webhookAddress = z.string().superRefine((input, { addIssue }) => {
  const fault = URL.canParse(input) ? addressViolation(input, operatorPolicy(input)) : 'It is not an address'
  if (fault !== undefined) addIssue({ code: 'custom', message: fault })
})

/** Minimum number of characters of one kind in a password: all four kinds together do not exceed the largest `minimumLength`. */
const minPerKind = z.int().min(0).max(64).default(0)

const regions = z
  .array(
    z.strictObject({
      subdomain: z.string().regex(/^[a-z0-9-]+$/),
      title: z.string(),
      distinctiveLanguages: z.array(z.string()).default([]),
      isDefault: z.boolean().default(false),
    }),
  )
  .refine(
    (list) => new Set(list.map(({ subdomain }) => subdomain)).size === list.length,
    'each region has a subdomain of its own',
  )
  .refine((list) => {
    const marked = list.filter(({ isDefault }) => isDefault).length
    return marked === 1 || (marked === 0 && list.some(({ subdomain }) => subdomain === 'app'))
  }, 'one region is the default one: where none has isDefault, the one whose subdomain is app')

/** The optional JSON file that `MASTER_CONFIG` names (contract §5). */
const masterConfiguration = z.strictObject({
  canAddUsers: z.boolean().default(true),
  /** May people register accounts? Default: only in `local`. */
  registration: z.boolean().optional(),
  passwordRequirements: z
    .strictObject({
      minimumLength: z.int().min(8).max(256).default(defaultMinimumLength),
      minimumLowercase: minPerKind,
      minimumUppercase: minPerKind,
      minimumDigits: minPerKind,
      minimumSymbols: minPerKind,
    })
    .prefault({}),
  regions: regions.default([{ subdomain: 'app', title: 'Europe', distinctiveLanguages: [], isDefault: true }]),
  safeNextUrls: z.array(z.url()).default([]),
  domainSuffix: z
    .string()
    .regex(/^@[a-z0-9.-]+$/)
    .optional(),
  supportMail: z.email().optional(),
  supportChat: z.url({ protocol: /^https$/ }).optional(),
  storeLinks: z.strictObject({ ios: httpsAddress.optional(), android: httpsAddress.optional() }).prefault({}),
  /** The privacy policy to which people consent with their profile; a new version requires consent with the next completion. */
  privacyPolicyVersion: z.string().min(1).max(50).default('1'),
  /** Where new projects are reported in production: https, or plain http on this machine. */
  webhookAddress: webhookAddress.optional(),
  mfa: z.boolean().default(true),
  rates: z.strictObject(rates, { error: onlyKnownRates }).default({}),
  /** Additional host names of the server besides PUBLIC_URL. */
  hosts: z.array(hostAndPort).default([]),
  /** Proxies whose X-Forwarded-For is trusted: addresses or CIDRs, never a number (security B6). */
  trustedProxies: z.array(network).default([]),
  /** Origins other than our own that may call the API from a browser. */
  allowedOrigins: z.array(origin).default([]),
  /** Path of a MaxMind DB file with the cities of addresses; without it, locations are shown without city. */
  cityDatabase: z.string().min(1).optional(),
  privateProviderHosts: z.array(hostOrNetwork).default([]),
  /** DNS servers for the verification of domains; default: those of the machine. */
  dnsServers: z.array(dnsServer).default([]),
  /** At most a hundred years: the database has no date that is arbitrarily far away. */
  auditRetentionDays: z.int().min(1).max(36_500).default(400),
  /** Maximum size of an uploaded document, in millions of bytes. */
  documentMegabytes: z.int().min(1).max(5_000).default(250),
  /** How long a stopped or crashed project takes to start, in seconds. */
  projectStartSeconds: z.int().min(0).max(600).default(1),
})

/** The settings in the configuration file, with their defaults. */
export type MasterConfiguration = z.output<typeof masterConfiguration>

/** Reads the file at `path`, or returns the defaults. Throws {@link StartRefused} naming the invalid key. */
export function readMasterConfiguration(path: string | undefined): MasterConfiguration {
  if (path === undefined) return masterConfiguration.parse({})
  let content: unknown
  try {
    content = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    throw new StartRefused(`MASTER_CONFIG: ${path} cannot be read as JSON (${(error as Error).message}).`)
  }
  const parsed = masterConfiguration.safeParse(content)
  if (!parsed.success) throw configurationError(parsed.error, 'MASTER_CONFIG: ')
  return parsed.data
}

/** The error that names each invalid setting and why. */
export const configurationError = (error: z.ZodError, prefix = ''): StartRefused =>
  new StartRefused(`${prefix}${error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')}`)
