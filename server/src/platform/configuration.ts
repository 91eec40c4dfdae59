import { resolve } from 'node:path'
import { type Environment, environments } from '@lintel/contract/settings/environments'
import { z } from 'zod'
import { isExampleSender, isMailSender, isMailServer } from './mail/mail-server'
import { configurationError, type MasterConfiguration, readMasterConfiguration } from './master-configuration'
import { readBucketAddress } from './objects/bucket-address'
import { StartRefused } from './start-refused'

/** The public address, reduced to its origin: everything is served at fixed paths below it. */
const publicAddress = z
  .string()
  .refine((input) => {
    if (!/^https?:\/\/[^*]+$/i.test(input) || !URL.canParse(input)) return false
    const { username, password, pathname, search, hash } = new URL(input)
    return pathname === '/' && [username, password, search, hash].every((part) => part === '')
  }, 'it has to be http:// or https://, a host and a port where one is needed, and no more: https://projects.example.com')
  .transform((input) => new URL(input).origin)

const variables = z.object({
  PORT: z
    .string()
    .regex(/^\d+$/, 'a port is a whole number from 0 to 65535')
    .transform(Number)
    .pipe(z.int().max(65_535))
    .default(8080),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: publicAddress.optional(),
  LINTEL_ENVIRONMENT: z.enum(environments).optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z.string().optional(),
  DATABASE_ADMIN_URL: z.string().optional(),
  SMTP_URL: z
    .string()
    .refine(
      isMailServer,
      'it has to be smtp://HOST or smtps://HOST, with USER:PASSWORD@ and :PORT where they are needed',
    )
    .optional(),
  MAIL_FROM: z
    .string()
    .refine(isMailSender, 'it has to be an email address, with or without a name: Lintel <no-reply@example.com>')
    .default('Lintel <no-reply@lintel.example>'),
  OBJECT_STORE_URL: z.string().optional(),
  SECRET_KEY: z.string().optional(),
  MASTER_CONFIG: z.string().optional(),
  /** Key of the webhook signature (Standard Webhooks): `whsec_` and 24 to 64 bytes in base64. */
  WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/, 'it has to be whsec_ and 24 to 64 bytes in base64')
    .optional(),
  METRICS_TOKEN: z.string().min(16).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).optional(),
})

/** The settings of the server, read once at start. */
export interface Configuration extends MasterConfiguration {
  registration: boolean
  port: number
  host: string
  /** The public address, without a trailing slash. */
  publicUrl: string
  environment: Environment
  dataDirectory: string
  databaseUrl: string | undefined
  databaseAdminUrl: string | undefined
  smtpUrl: string | undefined
  mailFrom: string
  objectStoreUrl: string | undefined
  /** As configured; outside production, `platform/secrets` generates a missing one in `DATA_DIR`. */
  secretKey: string | undefined
  /** Key of the webhook signature, as configured. */
  webhookSecret: string | undefined
  metricsToken: string | undefined
  logLevel: NonNullable<z.output<typeof variables>['LOG_LEVEL']>
}

/**
 * Reads the environment variables and the file that MASTER_CONFIG names. Throws {@link StartRefused} naming the invalid
 * variable.
 */
export function readConfiguration(env: Record<string, string | undefined>): Configuration {
  const input = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = variables.safeParse(input)
  if (!parsed.success) throw configurationError(parsed.error)
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
    publicUrl: read.PUBLIC_URL ?? new URL(`http://localhost:${read.PORT}`).origin,
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
  // Report an invalid bucket address at start rather than at the first upload.
  if (configuration.objectStoreUrl !== undefined) readBucketAddress(configuration.objectStoreUrl)
  if (configuration.webhookAddress && !configuration.webhookSecret) {
    throw new StartRefused('WEBHOOK_SECRET is missing: webhookAddress is set, and what is sent there is signed.')
  }
  if (configuration.databaseAdminUrl && !configuration.databaseUrl) {
    throw new StartRefused('DATABASE_ADMIN_URL is set without DATABASE_URL: it is a second login of the same database.')
  }
  const needsSender = environment !== 'local' && configuration.smtpUrl !== undefined
  // The servers of a trial may accept what is reserved for examples and tests.
  const isTrial = environment === 'development' || environment === 'staging'
  if (needsSender && (isTrial ? input.MAIL_FROM === undefined : isExampleSender(configuration.mailFrom))) {
    throw new StartRefused(
      'MAIL_FROM is missing or an example: SMTP_URL is set, and mail servers accept mail only from an address of your own.',
    )
  }
  if (environment === 'production') assertFitForProduction(configuration, read.PUBLIC_URL)
  return configuration
}

function assertFitForProduction({ secretKey }: Configuration, publicUrl: string | undefined) {
  if (!publicUrl) throw new StartRefused('PUBLIC_URL is missing: production needs the address that people use.')
  if (!publicUrl.startsWith('https://')) throw new StartRefused('PUBLIC_URL has to begin with https:// in production.')
  if (!secretKey || Buffer.byteLength(secretKey) < 32 || new Set(secretKey).size < 8) {
    throw new StartRefused('SECRET_KEY is missing or weak: production needs at least 32 random bytes.')
  }
}

const isLoopback = (host: string) => host === 'localhost' || host === '::1' || /^127(\.\d+){3}$/.test(host)
