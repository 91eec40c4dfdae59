import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readConfiguration } from './configuration'
import { StartRefused } from './start-refused'

const directory = mkdtempSync(join(tmpdir(), 'lintel-configuration-'))
afterAll(() => rmSync(directory, { recursive: true }))

const read = (master: object, env: Record<string, string> = {}) => {
  const file = join(directory, 'master.json')
  writeFileSync(file, JSON.stringify(master))
  return readConfiguration({ MASTER_CONFIG: file, ...env })
}
const secret = { WEBHOOK_SECRET: `whsec_${Buffer.alloc(32, 7).toString('base64')}` }

test('the links to the stores are https, or the server does not start', () => {
  const storeLinks = { ios: 'https://apps.example/lintel', android: 'https://play.example/lintel' }
  expect(read({ storeLinks }).storeLinks).toEqual(storeLinks)
  for (const ios of ['http://apps.example/lintel', 'javascript:alert(1)', 'itms-apps://x', 'apps.example']) {
    expect(() => read({ storeLinks: { ios } })).toThrow(StartRefused)
  }
})

test('a webhook is signed: without a secret for it the server does not start', () => {
  const webhookAddress = 'https://crm.example/leads'
  expect(read({ webhookAddress }, secret)).toMatchObject({ webhookAddress, webhookSecret: secret.WEBHOOK_SECRET })
  expect(() => read({ webhookAddress })).toThrow(/WEBHOOK_SECRET is missing/)
  for (const WEBHOOK_SECRET of ['hunter2', 'whsec_short', `whsec_${'?'.repeat(40)}`]) {
    expect(() => read({ webhookAddress }, { WEBHOOK_SECRET })).toThrow(/WEBHOOK_SECRET/)
  }
})

test('the privacy policy that people agree to has a version', () => {
  expect(read({}).privacyPolicyVersion).toBe('1')
  expect(read({ privacyPolicyVersion: '2026-12' }).privacyPolicyVersion).toBe('2026-12')
  expect(() => read({ privacyPolicyVersion: '' })).toThrow(StartRefused)
})
