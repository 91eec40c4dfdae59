import { exportJWK, generateKeyPair, type JWTHeaderParameters, SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { browser } from '../../../test/browser'
import { testSecrets } from '../../../test/test-secrets'
import { world } from '../../../test/world'
import { steadyClock } from '../../platform/clock'
import { KeyRing } from '../keys/key-ring'
import { Tokens } from './tokens'

const { app, clock, platform } = await world()
const ring = new KeyRing(platform, testSecrets())
const issuer = platform.configuration.publicUrl
const tokens = new Tokens(ring, issuer)
const subject = (expiresAt = clock.now() + 86_400_000) => ({
  sessionId: '01890000-0000-7000-8000-000000000001',
  userId: '01890000-0000-7000-8000-000000000002',
  email: 'mei@nordbygg.example',
  expiresAt,
  provedAt: clock.now() - 90_000,
  method: 'password' as const,
})
const parts = (token: string) =>
  token
    .split('.')
    .slice(0, 2)
    .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()))
/** Verifies a token on a server that has not cached it. */
const read = (token: string, kind: 'id' | 'access' = 'id') => new Tokens(ring, issuer).read(token, kind, clock.now())

/** A token signed with our own key that differs from a valid one as given. */
async function forged(header: Partial<JWTHeaderParameters>, claims: Record<string, unknown> = {}): Promise<string> {
  const { kid, key } = await ring.signer(clock.now())
  const at = Math.floor(clock.now() / 1_000)
  const { sessionId, userId } = subject()
  const good = { sid: sessionId, sub: userId, iss: issuer, aud: 'lintel', iat: at, nbf: at, exp: at + 600, jti: 'x' }
  const token = new SignJWT({ ...good, ...claims }).setProtectedHeader({ alg: 'ES256', kid, typ: 'JWT', ...header })
  // The signer supports the extension that the header declares critical, the verifier does not.
  return token.sign(key, { crit: { x: true } })
}

describe('D4: our tokens', () => {
  test('D4: say who, which session, for whom and how long, and last ten minutes', async () => {
    const { idToken, accessToken, expiresIn } = await tokens.issue(subject(), clock.now())
    const [header, claims] = parts(idToken)
    expect(header).toEqual({ alg: 'ES256', kid: expect.any(String), typ: 'JWT' })
    expect(claims).toMatchObject({ iss: issuer, aud: 'lintel', sub: subject().userId, sid: subject().sessionId })
    expect([claims.exp - claims.iat, claims.nbf - claims.iat, expiresIn]).toEqual([600, 0, 600])
    expect(claims.iat - claims.auth_time).toBe(90)
    expect(parts(accessToken)[1].jti).not.toBe(claims.jti)
  })

  test('D4: last an hour in a session that a provider opened, as the specification has it', async () => {
    for (const [method, seconds] of [
      ['federation', 3_600],
      ['guest', 600],
    ] as const) {
      const { idToken, expiresIn } = await tokens.issue({ ...subject(), method }, clock.now())
      expect([method, expiresIn, parts(idToken)[1].exp - parts(idToken)[1].iat]).toEqual([method, seconds, seconds])
    }
  })

  test('D4: never outlive their session', async () => {
    const { idToken, expiresIn } = await tokens.issue(subject(clock.now() + 90_000), clock.now())
    expect([expiresIn, parts(idToken)[1].exp - parts(idToken)[1].iat]).toEqual([90, 90])
  })

  test('D4: an access token is no id token, nor the other way round', async () => {
    const { idToken, accessToken } = await tokens.issue(subject(), clock.now())
    await expect(read(idToken, 'id')).resolves.toMatchObject({ userId: subject().userId })
    await expect(read(accessToken, 'access')).resolves.toMatchObject({ userId: subject().userId })
    await expect(read(accessToken, 'id')).rejects.toMatchObject({ code: 'invalidToken' })
    await expect(read(idToken, 'access')).rejects.toMatchObject({ code: 'invalidToken' })
  })

  test('D4: are over when their time is, also when they were verified before', async () => {
    const { idToken } = await tokens.issue(subject(), clock.now())
    await expect(tokens.read(idToken, 'id', clock.now())).resolves.toBeDefined()
    for (const server of [tokens, new Tokens(ring, issuer)]) {
      await expect(server.read(idToken, 'id', clock.now() + 631_000)).rejects.toMatchObject({ code: 'invalidToken' })
      await expect(server.read(idToken, 'id', clock.now() - 31_000)).rejects.toMatchObject({ code: 'invalidToken' })
    }
  })

  test('D4: of ours with a small change are refused', async () => {
    await expect(read(await forged({}))).resolves.toBeDefined()
    for (const [header, claims] of [
      [{}, { iss: 'https://evil.example' }],
      [{}, { aud: 'someone' }],
      [{}, { aud: undefined }],
      [{}, { exp: undefined }],
      [{}, { sid: undefined }],
      [{}, { sub: undefined }],
      [{}, { nbf: Math.floor(clock.now() / 1_000) + 60 }],
      [{ typ: 'at+jwt' }, {}],
      [{ kid: 'another' }, {}],
      [{ crit: ['x'], x: true }, {}],
    ] as const) {
      const token = forged(header as Partial<JWTHeaderParameters>, claims).then((made) => read(made))
      await expect(token, JSON.stringify([header, claims])).rejects.toMatchObject({ code: 'invalidToken' })
    }
  })

  test('D4: a key that the token brings along is never used', async () => {
    const { publicKey, privateKey } = await generateKeyPair('ES256')
    const { kid } = await ring.signer(clock.now())
    const jwk = await exportJWK(publicKey)
    const at = Math.floor(clock.now() / 1_000)
    const sign = (header: Partial<JWTHeaderParameters>) =>
      new SignJWT({
        sid: subject().sessionId,
        sub: subject().userId,
        iss: issuer,
        aud: 'lintel',
        iat: at,
        nbf: at,
        exp: at + 600,
        jti: 'x',
      })
        .setProtectedHeader({ alg: 'ES256', typ: 'JWT', ...header })
        .sign(privateKey)
    for (const header of [
      { jwk },
      { jwk, kid },
      { kid, jku: `${issuer}/x.json` },
      { kid, x5u: `${issuer}/x.pem` },
      { kid, x5c: ['MIIB'] },
      {},
    ]) {
      await expect(read(await sign(header))).rejects.toMatchObject({ code: 'invalidToken' })
    }
  })

  test('D4: no other algorithm is accepted, none the least', async () => {
    const { idToken } = await tokens.issue(subject(), clock.now())
    const [, payload = '', signature = ''] = idToken.split('.')
    const { kid } = await ring.signer(clock.now())
    const header = (alg: string) => Buffer.from(JSON.stringify({ alg, kid, typ: 'JWT' })).toString('base64url')
    const secret = new TextEncoder().encode(
      JSON.stringify((await browser(app).get('/.well-known/jwks.json')).json().keys[0]),
    )
    const hmac = await new SignJWT(parts(idToken)[1]).setProtectedHeader({ alg: 'HS256', kid, typ: 'JWT' }).sign(secret)
    for (const token of [
      `${header('none')}.${payload}.`,
      `${header('EdDSA')}.${payload}.${signature}`,
      hmac,
      'a.b.c',
      '',
      'x',
    ]) {
      await expect(read(token)).rejects.toMatchObject({ code: 'invalidToken' })
    }
  })
})

test('D5: a token without its session is worth nothing', async () => {
  const { idToken } = await tokens.issue(subject(), clock.now())
  const answer = await browser(app).get('/auth/v1/sessions', { authorization: `Bearer ${idToken}` })
  expect([answer.statusCode, answer.json().code]).toEqual([401, 'sessionExpired'])
})

test('K7: a clock that jumps back an hour makes no expired token good again', async () => {
  let passed = 0
  let jumped = 0
  const wall = () => clock.now() + passed + jumped
  const steady = steadyClock(wall, () => performance.now() + passed)
  const { idToken } = await tokens.issue(subject(), steady())
  const readAt = (now: number) => new Tokens(ring, issuer).read(idToken, 'id', now)
  passed = 65 * 60_000
  await expect(readAt(steady())).rejects.toMatchObject({ code: 'invalidToken' })
  jumped = -60 * 60_000
  // By the system clock it would be valid again.
  await expect(readAt(wall())).resolves.toMatchObject({ userId: subject().userId })
  await expect(readAt(steady())).rejects.toMatchObject({ code: 'invalidToken' })
})
