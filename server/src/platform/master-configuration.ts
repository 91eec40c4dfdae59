import { Resolver } from 'node:dns'
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { addressFault, networkOf, operatorsPolicy } from './outside-address'
import { StartRefused } from './start-refused'

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

/** Compared letter by letter with what the URL standard makes of a host: in small letters, IPv6 in brackets. */
const isHost = (given: string) =>
  /^[^*]+$/.test(given) && URL.canParse(`https://${given}`) && new URL(`https://${given}`).hostname === given

/** What a `Host` header says. */
const hostAndPort = z.string().refine((given) => {
  const [, host = '', port = '0'] = /^(.+?)(?::(\d{1,5}))?$/.exec(given) ?? []
  return isHost(host) && Number(port) <= 65_535
}, 'a host is a name in small letters or an address, with or without a port, and no more: projects.example.com or 192.0.2.1:8443')

const network = z
  .string()
  .refine((given) => networkOf(given) !== undefined, 'a network is an IP address or a CIDR: 192.0.2.1 or 10.0.0.0/8')

const hostOrNetwork = z
  .string()
  .refine(
    (given) => isHost(given) || networkOf(given) !== undefined,
    'it has to be the name of a host in small letters, an IP address or a CIDR: login.example.com or 10.0.0.0/8',
  )

const webhookAddress = z.string().superRefine((given, { addIssue }) => {
  const fault = URL.canParse(given) ? addressFault(given, operatorsPolicy(given)) : 'It is not an address'
  if (fault !== undefined) addIssue({ code: 'custom', message: fault })
})

/** How many characters of one kind a password may have to hold: all four kinds together are no more than the largest `minimumLength`. */
const ofOneKind = z.int().min(0).max(64).default(0)

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
  /** Whether people may register accounts of their own; without it, in `local` alone. */
  registration: z.boolean().optional(),
  passwordRequirements: z
    .strictObject({
      minimumLength: z.int().min(8).max(256).default(15),
      minimumLowercase: ofOneKind,
      minimumUppercase: ofOneKind,
      minimumDigits: ofOneKind,
      minimumSymbols: ofOneKind,
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
  /** Which privacy policy people agree to with their profile; another one asks whoever completes theirs after it. */
  privacyPolicyVersion: z.string().min(1).max(50).default('1'),
  /** Where new projects are told in production: https, or plain http on this very machine. */
  webhookAddress: webhookAddress.optional(),
  mfa: z.boolean().default(true),
  rates: z.strictObject(rates, { error: onlyKnownRates }).default({}),
  /** Names and addresses under which the server answers beside PUBLIC_URL. */
  hosts: z.array(hostAndPort).default([]),
  /** Proxies whose X-Forwarded-For is believed: addresses or CIDRs, never a number (security B6). */
  trustedProxies: z.array(network).default([]),
  /** Origins other than our own that may call the API from a browser. */
  allowedOrigins: z.array(origin).default([]),
  /** Path of a MaxMind DB file that knows the cities of addresses; without it, places are shown without their city. */
  cityDatabase: z.string().min(1).optional(),
  privateProviderHosts: z.array(hostOrNetwork).default([]),
  /** Whom to ask for the records by which domains are proved; none for the servers that the machine itself asks. */
  dnsServers: z.array(dnsServer).default([]),
  auditRetentionDays: z.int().min(1).default(400),
  /** The largest document that can be uploaded, in millions of bytes. */
  documentMegabytes: z.int().min(1).max(5_000).default(250),
  /** How long a stopped or crashed project takes to start, from the trigger until its content can be reached. */
  projectStartSeconds: z.int().min(0).max(600).default(1),
})

/** What the operator may set beside the variables of the environment, with its defaults. */
export type MasterConfiguration = z.output<typeof masterConfiguration>

/** Reads the file at `path`, or gives the defaults. Throws {@link StartRefused} naming the key that is wrong. */
export function readMasterConfiguration(path: string | undefined): MasterConfiguration {
  if (path === undefined) return masterConfiguration.parse({})
  let content: unknown
  try {
    content = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    throw new StartRefused(`MASTER_CONFIG: ${path} cannot be read as JSON (${(error as Error).message}).`)
  }
  const parsed = masterConfiguration.safeParse(content)
  if (!parsed.success) throw refusedFor(parsed.error, 'MASTER_CONFIG: ')
  return parsed.data
}

/** The refusal that names each setting that is wrong, and how. */
export const refusedFor = (error: z.ZodError, prefix = ''): StartRefused =>
  new StartRefused(`${prefix}${error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')}`)
