import { platformTenant } from '@lintel/contract/settings/events'
import { beforeEach, expect, test } from 'vitest'
import { testPlatform } from '../../../test/test-app'
import { testDatabase } from '../../../test/test-database'
import { testSecretKey } from '../../../test/test-secrets'
import type { Configuration } from '../configuration'
import { recordConfiguration } from './record-configuration'
import { verifyAudit } from './verify'

const { db } = await testDatabase()
const configured: Partial<Configuration> = {
  auditRetentionDays: 400,
  secretKey: testSecretKey,
  smtpUrl: 'smtp://mailer:first-password@mail.example',
}
/** A server starts with this configuration where it differs from the last one's. */
const start = (settings: Partial<Configuration> = {}) =>
  recordConfiguration(testPlatform(db, { ...configured, ...settings }))

const recorded = db
  .selectFrom('audit_event')
  .select(['before', 'after'])
  .where('tenant_id', '=', platformTenant)
  .where('action', '=', 'configuration.change')
  .orderBy('sequence')
let known = 0
/** The events since they were last read. */
async function changes() {
  const events = await recorded.execute()
  const added = events.slice(known)
  known = events.length
  return added
}

beforeEach(async () => {
  await db.deleteFrom('recorded_configuration').execute()
  await start()
  expect(await changes()).toEqual([])
})

test('J1: a start with other settings names them with their values, one with the same nothing', async () => {
  await start()
  expect(await changes()).toEqual([])
  const other = { auditRetentionDays: 1, trustedProxies: ['192.0.2.1'] }
  await start(other)
  expect(await changes()).toEqual([
    {
      before: { auditRetentionDays: 400, trustedProxies: [] },
      after: { auditRetentionDays: 1, trustedProxies: ['192.0.2.1'] },
    },
  ])
  await start(other)
  expect(await changes()).toEqual([])
  await start()
  expect(await changes()).toEqual([{ before: other, after: { auditRetentionDays: 400, trustedProxies: [] } }])
  expect((await verifyAudit(db)).broken).toEqual([])
})

test('J1: of a secret only its name is recorded: when it is another one, when it comes and when it goes', async () => {
  const other = { smtpUrl: 'smtp://mailer:second-password@mail.example', metricsToken: 'token-of-the-metrics' }
  await start(other)
  await start()
  expect(await changes()).toEqual([
    { before: {}, after: { changedSecrets: ['metricsToken', 'smtpUrl'] } },
    { before: {}, after: { changedSecrets: ['metricsToken', 'smtpUrl'] } },
  ])
  await start(other)
  await changes()
  const stored = JSON.stringify([
    await db.selectFrom('recorded_configuration').selectAll().execute(),
    await db.selectFrom('audit_event').selectAll().execute(),
  ])
  const texts = ['first-password', 'second-password', 'mail.example', other.metricsToken, testSecretKey]
  expect(texts.filter((text) => stored.includes(text))).toEqual([])
})

test('J1: setting what has no default is a change, and so is unsetting it', async () => {
  const supportMail = 'help@lintel.example'
  const webhook = { webhookAddress: 'https://reports.example/projects' }
  // A configuration file without these settings leaves their names out altogether.
  const { configuration } = testPlatform(db, configured)
  expect(['webhookAddress', 'supportMail'].filter((name) => name in configuration)).toEqual([])
  await start({ ...webhook, supportMail })
  expect(await changes()).toEqual([
    { before: { supportMail: null }, after: { supportMail, changedSecrets: ['webhookAddress'] } },
  ])
  await start({ supportMail })
  expect(await changes()).toEqual([{ before: {}, after: { changedSecrets: ['webhookAddress'] } }])
  await start()
  expect(await changes()).toEqual([{ before: { supportMail }, after: { supportMail: null } }])
  await start()
  expect(await changes()).toEqual([])
})

test('J1: a new SECRET_KEY is a change of itself, also where the former one is lost, and other secrets stay comparable', async () => {
  const [added, replaced] = [`${'n'.repeat(20)}ew-secret-key,${testSecretKey}`, 'another-secret-key-of-enough-bytes']
  await start({ secretKey: added })
  expect(await changes()).toEqual([{ before: {}, after: { changedSecrets: ['secretKey'] } }])
  await start({ secretKey: added, smtpUrl: 'smtp://mailer:second-password@mail.example' })
  expect(await changes()).toEqual([{ before: {}, after: { changedSecrets: ['smtpUrl'] } }])
  await start({ secretKey: replaced })
  expect(await changes()).toEqual([{ before: {}, after: { changedSecrets: ['secretKey'] } }])
  await start({ secretKey: replaced, smtpUrl: undefined })
  expect(await changes()).toEqual([{ before: {}, after: { changedSecrets: ['smtpUrl'] } }])
})

test('J1: of servers that start at once one records the change, and settings of a single process are none', async () => {
  await Promise.all([1, 2, 3].map((each) => start({ mfa: false, port: 8080 + each, dataDirectory: `data-${each}` })))
  expect(await changes()).toEqual([{ before: { mfa: true }, after: { mfa: false } }])
})

test('a setting that a new version adds is not a change', async () => {
  const { settings } = await db.selectFrom('recorded_configuration').select('settings').executeTakeFirstOrThrow()
  const { mfa: _, metricsToken: __, ...former } = settings as Record<string, unknown>
  await db
    .updateTable('recorded_configuration')
    .set({ settings: JSON.stringify(former) })
    .execute()
  await start()
  expect(await changes()).toEqual([])
  await start({ mfa: false, metricsToken: 'token-of-the-metrics' })
  expect(await changes()).toEqual([{ before: { mfa: true }, after: { mfa: false, changedSecrets: ['metricsToken'] } }])
})
