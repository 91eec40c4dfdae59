import { isDeepStrictEqual } from 'node:util'
import type { Configuration } from '../configuration'
import { type Platform, platformOrigin } from '../context'
import { openSecrets, type Secrets } from '../secrets'
import { appendAudit } from './audit'
import { lockRecordedSettings, type RecordedSettings, saveSettings } from './record-configuration.store'

/** What is recorded of a setting: its value, or of a secret only whether it is the same. Settings of one process differ between servers. */
const recorded: Record<keyof Configuration, 'value' | 'secret' | 'nothing'> = {
  allowedOrigins: 'value',
  auditRetentionDays: 'value',
  canAddUsers: 'value',
  cityDatabase: 'value',
  databaseAdminUrl: 'secret',
  databaseUrl: 'secret',
  dataDirectory: 'nothing',
  dnsServers: 'value',
  documentMegabytes: 'value',
  domainSuffix: 'value',
  environment: 'value',
  host: 'nothing',
  hosts: 'value',
  logLevel: 'value',
  mailFrom: 'value',
  metricsToken: 'secret',
  mfa: 'value',
  objectStoreUrl: 'secret',
  passwordRequirements: 'value',
  port: 'nothing',
  privacyPolicyVersion: 'value',
  privateProviderHosts: 'value',
  projectStartSeconds: 'value',
  publicUrl: 'value',
  rates: 'value',
  regions: 'value',
  registration: 'value',
  safeNextUrls: 'value',
  secretKey: 'secret',
  smtpUrl: 'secret',
  storeLinks: 'value',
  supportChat: 'value',
  supportMail: 'value',
  trustedProxies: 'value',
  webhookAddress: 'secret',
  webhookSecret: 'secret',
}

/** The name of the code that says whether SECRET_KEY can still tell if other secrets are the same. */
const keyName = 'key'
const purposeOf = (name: string) => `setting ${name}`

/** Also those that are not set, so that setting one is a change. */
const settingsOf = (configuration: Configuration, what: 'value' | 'secret'): [string, unknown][] =>
  (Object.keys(recorded) as (keyof Configuration)[])
    .filter((name) => recorded[name] === what)
    .map((name) => [name, configuration[name]])

/**
 * Appends an event to the platform's chain if the configuration is another one than at the last start of a server: the settings that changed,
 * with their values, but of secrets only the names (security J1). The first start records nothing in the chain.
 */
export async function recordConfiguration({ db, configuration, clock }: Platform): Promise<void> {
  const secrets = openSecrets(configuration)
  const values = jsonOf(settingsOf(configuration, 'value'))
  const secretSettings = settingsOf(configuration, 'secret')
  const settings = { ...values, ...stampSecrets(secretSettings, secrets) }
  await db.transaction().execute(async (transaction) => {
    const former = await lockRecordedSettings(transaction, settings)
    const changed = Object.keys(values).filter(
      (name) => name in former && !isDeepStrictEqual(former[name], values[name]),
    )
    const changedSecrets = findChangedSecrets(secretSettings, former, secrets)
    await saveSettings(transaction, settings)
    if (changed.length + changedSecrets.length === 0) return
    const event = {
      ...{ action: 'configuration.change', customer: null, before: pick(former, changed) },
      after: { ...pick(values, changed), ...(changedSecrets.length > 0 && { changedSecrets }) },
    }
    await appendAudit(transaction, [event], { ...platformOrigin(event.action), now: clock() })
  })
}

/** The settings as the database returns them: what is not set is null. */
const jsonOf = (settings: [string, unknown][]): RecordedSettings =>
  JSON.parse(JSON.stringify(Object.fromEntries(settings.map(([name, value]) => [name, value ?? null]))))

const pick = (settings: RecordedSettings, names: readonly string[]): RecordedSettings =>
  Object.fromEntries(names.map((name) => [name, settings[name]]))

const dataOf = (value: unknown) => Buffer.from(String(value))

function stampSecrets(settings: [string, unknown][], secrets: Secrets): RecordedSettings {
  const stamp = (name: string, value: unknown) => secrets.stamp(dataOf(value), purposeOf(name)).toString('hex')
  const codes = settings.map(([name, value]) => [name, value === undefined ? null : stamp(name, value)])
  return { ...Object.fromEntries(codes), [keyName]: stamp(keyName, '') }
}

/** Secrets that are other ones, or set or unset since. With another SECRET_KEY, only that of itself can be told. */
function findChangedSecrets(settings: [string, unknown][], former: RecordedSettings, secrets: Secrets): string[] {
  const isSame = (name: string, value: unknown) =>
    secrets.isStamped(dataOf(value), Buffer.from(String(former[name]), 'hex'), purposeOf(name))
  const isKeyKnown = isSame(keyName, '')
  return settings.flatMap(([name, value]) => {
    if (!(name in former)) return []
    const wasSet = former[name] !== null
    if (wasSet !== (value !== undefined)) return [name]
    const isComparable = wasSet && (isKeyKnown || name === 'secretKey')
    return isComparable && !isSame(name, value) ? [name] : []
  })
}
