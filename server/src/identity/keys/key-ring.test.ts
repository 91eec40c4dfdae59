import { expect, test } from 'vitest'
import { browser } from '../../../test/browser'
import { testSecretKey, testSecrets } from '../../../test/test-secrets'
import { world } from '../../../test/world'
import { openSecrets } from '../../platform/secrets'
import { Tokens } from '../tokens/tokens'
import { KeyRing } from './key-ring'

const { app, db, clock, platform } = await world()
const minute = 60_000
const subject = () => ({
  sessionId: '01890000-0000-7000-8000-000000000001',
  userId: '01890000-0000-7000-8000-000000000002',
  email: 'mei@nordbygg.example',
  expiresAt: clock.now() + 365 * 86_400_000,
  provedAt: clock.now(),
  method: 'password' as const,
})
const server = (secrets = testSecrets()) => {
  const ring = new KeyRing(platform, secrets)
  return { ring, tokens: new Tokens(ring, platform.configuration.publicUrl) }
}
const kidOf = (token: string): string => JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid
const published = async (): Promise<{ kid: string }[]> => (await browser(app).get('/.well-known/jwks.json')).json().keys

test('D11: the public keys may be kept for five minutes and hold nothing private', async () => {
  const answer = await browser(app).get('/.well-known/jwks.json')
  expect(answer.headers['cache-control']).toBe('public, max-age=300')
  const [key] = answer.json().keys
  expect(Object.keys(key).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y'])
})

test('D11: private keys are encrypted at rest', async () => {
  const [stored] = await db.selectFrom('signing_key').selectAll().execute()
  const opened = JSON.parse(testSecrets().open(stored?.private_encrypted ?? '', `signing-key:${stored?.kid}`))
  expect(JSON.stringify(stored)).not.toContain(opened.d)
})

test('D11: keys survive a restart: tokens of before are good after', async () => {
  const { idToken } = await server().tokens.issue(subject(), clock.now())
  expect(await server().tokens.read(idToken, 'id', clock.now())).toMatchObject({ userId: subject().userId })
})

test('D11: a rotation signs nobody out, and its key is published ten minutes before it signs', async () => {
  const { ring, tokens } = server()
  const other = server()
  const before = await tokens.issue(subject(), clock.now())
  await ring.rotate(clock.now())
  const known = (await published()).map(({ kid }) => kid)
  clock.advance(minute)
  expect((await published()).length).toBe(2)
  expect(kidOf((await tokens.issue(subject(), clock.now())).idToken)).toBe(known[0])
  clock.advance(8 * minute + 50_000)
  const late = await other.tokens.issue(subject(), clock.now())
  expect(kidOf(late.idToken)).toBe(known[0])
  await expect(other.tokens.read(before.idToken, 'id', clock.now())).resolves.toBeDefined()
  clock.advance(15_000)
  const after = await other.tokens.issue(subject(), clock.now())
  expect(kidOf(after.idToken)).not.toBe(known[0])
  for (const token of [late.idToken, after.idToken]) {
    await expect(tokens.read(token, 'id', clock.now())).resolves.toBeDefined()
  }
  clock.advance(9 * minute)
  await expect(tokens.read(late.idToken, 'id', clock.now())).resolves.toBeDefined()
  clock.advance(62 * minute)
  expect((await published()).map(({ kid }) => kid)).toEqual([kidOf(after.idToken)])
  const audited = await db.selectFrom('audit_event').selectAll().where('action', '=', 'signing-key.rotate').execute()
  expect(audited.length).toBeGreaterThanOrEqual(2)
})

test('D11: two servers that find the same key due make one', async () => {
  const count = async () => (await db.selectFrom('signing_key').select('kid').execute()).length
  const before = await count()
  clock.advance(89 * 1_440 * minute + minute)
  await Promise.all([server().ring.rotateIfDue(clock.now()), server().ring.rotateIfDue(clock.now())])
  expect(await count()).toBe(before + 1)
})

test('J4: a new SECRET_KEY beside the old one seals the keys again at the next rotation', async () => {
  const renewed = openSecrets({
    secretKey: `a new key for the same old tests, ${testSecretKey}`,
    dataDirectory: '',
    environment: 'local',
  })
  await server(renewed).ring.rotate(clock.now())
  const stored = await db
    .selectFrom('signing_key')
    .selectAll()
    .where('retires_at', '>', new Date(clock.now()).toISOString())
    .execute()
  expect(stored.length).toBeGreaterThan(1)
  expect(stored.filter(({ private_encrypted }) => renewed.isOutdated(private_encrypted))).toEqual([])
})
