import { type KeyObject, randomUUID, sign } from 'node:crypto'
import {
  federatedTokenLifetimeSeconds,
  type SignInMethod,
  tokenLifetimeSeconds,
} from '@lintel/contract/identity/tokens'
import { Problem } from '@lintel/contract/problems'
import { decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose'
import { algorithm, type KeyRing } from '../keys/key-ring'

/** The kinds of tokens; each has its own type and audience, so that none is accepted as another (ASVS 9.2.2). */
const tokenKinds = {
  id: { typ: 'JWT', audience: 'lintel' },
  access: { typ: 'at+jwt', audience: 'lintel:credentials' },
  export: { typ: 'export+jwt', audience: 'lintel:exports' },
} as const

export type TokenKind = keyof typeof tokenKinds

/** Whether a bearer has the type of an export token; not verified, it only selects how to verify it. */
export function looksLikeExportToken(bearer: string): boolean {
  try {
    return decodeProtectedHeader(bearer).typ === tokenKinds.export.typ
  } catch {
    return false
  }
}

/** Accepted clock difference between servers, in seconds (security D4 allows thirty). */
const skewSeconds = 10

/** Maximum number of cached verified tokens, which save a signature check per call. */
const maxRemembered = 2_000

/** The session for which tokens are issued. */
export interface TokenSubject {
  sessionId: string
  userId: string
  email: string
  /** When the session ends at the latest, in milliseconds; no token outlives it. */
  expiresAt: number
}

/** A session with the time of its last authentication (milliseconds). */
export interface ProvedSubject extends TokenSubject {
  provedAt: number
  method: SignInMethod
}

/** The claims of a verified token; times in seconds. */
export interface TokenClaims {
  sessionId: string
  userId: string
  notBefore: number
  expires: number
}

/** Issues and verifies our tokens (JWT). */
export class Tokens {
  readonly #keys: KeyRing
  readonly #issuer: string
  readonly #verified = new Map<string, TokenClaims>()

  constructor(keys: KeyRing, issuer: string) {
    this.#keys = keys
    this.#issuer = issuer
  }

  /**
   * Issues an id token, with the time of the last authentication (`auth_time`, OpenID Connect Core 2), and an access token;
   * `expiresIn` in seconds.
   */
  async issue(
    { email, provedAt, method, ...subject }: ProvedSubject,
    now: number,
  ): Promise<{ idToken: string; accessToken: string; expiresIn: number }> {
    const lifetime = method === 'federation' ? federatedTokenLifetimeSeconds : tokenLifetimeSeconds
    const { sign, expiresIn } = await this.#signerFor(subject, lifetime, now)
    const idToken = sign('id', { email, auth_time: Math.floor(provedAt / 1_000) })
    return { idToken, accessToken: sign('access'), expiresIn }
  }

  /** Issues the bearer for exports of a feed token, whose id is the `sid`; `expiresIn` in seconds (security D10). */
  async issueForExports(subject: TokenSubject, now: number): Promise<{ token: string; expiresIn: number }> {
    const { sign, expiresIn } = await this.#signerFor(subject, tokenLifetimeSeconds, now)
    return { token: sign('export'), expiresIn }
  }

  async #signerFor(subject: Omit<TokenSubject, 'email'>, lifetimeSeconds: number, now: number) {
    const expiresIn = Math.min(lifetimeSeconds, Math.floor((subject.expiresAt - now) / 1_000))
    const signer = await this.#keys.signer(now)
    const at = Math.floor(now / 1_000)
    const common = {
      iss: this.#issuer,
      sub: subject.userId,
      sid: subject.sessionId,
      iat: at,
      nbf: at,
      exp: at + expiresIn,
    }
    const sign = (kind: TokenKind, claims: object = {}) =>
      signJws(signer, tokenKinds[kind].typ, { ...common, aud: tokenKinds[kind].audience, jti: randomUUID(), ...claims })
    return { sign, expiresIn }
  }

  /** Verifies a token and returns its claims. Throws 401 `invalidToken`, also when it has expired. */
  async read(token: string, kind: TokenKind, now: number): Promise<TokenClaims> {
    const remembered = kind === 'id' ? this.#verified.get(token) : undefined
    if (remembered) {
      if (!isCurrent(remembered, now)) throw new Problem('invalidToken')
      return remembered
    }
    const claims = await this.#verify(token, kind, now)
    if (kind === 'id') this.#remember(token, claims)
    return claims
  }

  /** The claims of an id token of ours even if it has expired; undefined when it is not ours. */
  async readExpired(token: string): Promise<TokenClaims | undefined> {
    try {
      return await this.#verify(token, 'id', (decodeJwt(token).iat ?? 0) * 1_000)
    } catch {
      return undefined
    }
  }

  async #verify(token: string, kind: TokenKind, now: number): Promise<TokenClaims> {
    try {
      const { payload } = await jwtVerify(token, ({ kid }) => this.#key(kid, now), {
        algorithms: [algorithm],
        issuer: this.#issuer,
        audience: tokenKinds[kind].audience,
        typ: tokenKinds[kind].typ,
        requiredClaims: ['sub', 'sid', 'iat', 'nbf', 'exp', 'jti'],
        clockTolerance: skewSeconds,
        currentDate: new Date(now),
      })
      const { sid, sub = '', nbf = 0, exp = 0 } = payload
      return { sessionId: String(sid), userId: sub, notBefore: nbf, expires: exp }
    } catch (error) {
      if (error instanceof Error && isTokenError(error)) throw new Problem('invalidToken')
      throw error
    }
  }

  /** Keys only come from our key ring; keys in the header (`jwk`, `jku`, `x5u`, `x5c`) are ignored. */
  async #key(kid: string | undefined, now: number) {
    const key = kid === undefined ? undefined : await this.#keys.find(kid, now)
    if (!key) throw new Problem('invalidToken')
    return key
  }

  #remember(token: string, claims: TokenClaims): void {
    if (this.#verified.size >= maxRemembered) {
      const [oldest] = this.#verified.keys()
      if (oldest !== undefined) this.#verified.delete(oldest)
    }
    this.#verified.set(token, claims)
  }
}

/**
 * A compact JWS (RFC 7515). Signed synchronously: in the thread pool, which jose uses, it would queue behind password hashes
 * that take five hundred times as long.
 */
function signJws({ kid, key }: { kid: string; key: KeyObject }, typ: string, claims: object): string {
  const encoded = [{ alg: algorithm, kid, typ }, claims].map((part) =>
    Buffer.from(JSON.stringify(part)).toString('base64url'),
  )
  const content = encoded.join('.')
  const signature = sign('sha256', Buffer.from(content), { key, dsaEncoding: 'ieee-p1363' })
  return `${content}.${signature.toString('base64url')}`
}

const isCurrent = ({ notBefore, expires }: TokenClaims, now: number): boolean =>
  now >= (notBefore - skewSeconds) * 1_000 && now < (expires + skewSeconds) * 1_000

/** Errors of jose concern the token; other errors (such as the database) do not. */
const isTokenError = (error: Error) => 'code' in error && String(error.code).startsWith('ERR_J')
