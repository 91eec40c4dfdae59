import { type KeyObject, randomUUID, sign } from 'node:crypto'
import {
  federatedTokenLifetimeSeconds,
  type SignInMethod,
  tokenLifetimeSeconds,
} from '@lintel/contract/identity/tokens'
import { Problem } from '@lintel/contract/problems'
import { decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose'
import { algorithm, type KeyRing } from '../keys/key-ring'

/** What a token is for; each kind has its own type and audience, so that none passes for another (ASVS 9.2.2). */
const kinds = {
  id: { typ: 'JWT', audience: 'lintel' },
  access: { typ: 'at+jwt', audience: 'lintel:credentials' },
  export: { typ: 'export+jwt', audience: 'lintel:exports' },
} as const

export type TokenKind = keyof typeof kinds

/** Does the bearer say that it is one of the exports? It says so unproved: which kind it is to be verified as. */
export function claimsExports(bearer: string): boolean {
  try {
    return decodeProtectedHeader(bearer).typ === kinds.export.typ
  } catch {
    return false
  }
}

/** Clocks of several servers may differ by this much; seconds (security D4 allows thirty). */
const skewSeconds = 10

/** How many verified tokens are remembered, so that a busy page costs no signature check a call. */
const mostRemembered = 2_000

/** The session that tokens speak of. */
export interface TokenSubject {
  sessionId: string
  userId: string
  email: string
  /** When the session ends at the latest, milliseconds: no token outlives it. */
  expiresAt: number
}

/** The session of somebody who proved who they are, last at this moment (milliseconds). */
export interface ProvedSubject extends TokenSubject {
  provedAt: number
  method: SignInMethod
}

/** What a verified token says; times in seconds. */
export interface Claims {
  sessionId: string
  userId: string
  notBefore: number
  expires: number
}

/** Signs our tokens and reads them again. */
export class Tokens {
  readonly #keys: KeyRing
  readonly #issuer: string
  readonly #verified = new Map<string, Claims>()

  constructor(keys: KeyRing, issuer: string) {
    this.#keys = keys
    this.#issuer = issuer
  }

  /** An id token, with the time of the last proof (`auth_time`, OpenID Connect Core 2), an access token, and how long they last. */
  async issue(
    { email, provedAt, method, ...subject }: ProvedSubject,
    now: number,
  ): Promise<{ idToken: string; accessToken: string; expiresIn: number }> {
    const lifetime = method === 'federation' ? federatedTokenLifetimeSeconds : tokenLifetimeSeconds
    const { sign, expiresIn } = await this.#signing(subject, lifetime, now)
    const idToken = sign('id', { email, auth_time: Math.floor(provedAt / 1_000) })
    return { idToken, accessToken: sign('access'), expiresIn }
  }

  /** The bearer of the exports, of a feed token (its id is the `sid`), and how long it lasts (security D10). */
  async issueForExports(subject: TokenSubject, now: number): Promise<{ token: string; expiresIn: number }> {
    const { sign, expiresIn } = await this.#signing(subject, tokenLifetimeSeconds, now)
    return { token: sign('export'), expiresIn }
  }

  async #signing(subject: Omit<TokenSubject, 'email'>, lifetimeSeconds: number, now: number) {
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
      signed(signer, kinds[kind].typ, { ...common, aud: kinds[kind].audience, jti: randomUUID(), ...claims })
    return { sign, expiresIn }
  }

  /** What a valid token says. Throws 401 `invalidToken`, also when it has expired. */
  async read(token: string, kind: TokenKind, now: number): Promise<Claims> {
    const remembered = kind === 'id' ? this.#verified.get(token) : undefined
    if (remembered) {
      if (!isCurrent(remembered, now)) throw new Problem('invalidToken')
      return remembered
    }
    const claims = await this.#verify(token, kind, now)
    if (kind === 'id') this.#remember(token, claims)
    return claims
  }

  /** What a token of ours says even if its time is over; undefined when it is not ours. */
  async readExpired(token: string): Promise<Claims | undefined> {
    try {
      return await this.#verify(token, 'id', (decodeJwt(token).iat ?? 0) * 1_000)
    } catch {
      return undefined
    }
  }

  async #verify(token: string, kind: TokenKind, now: number): Promise<Claims> {
    try {
      const { payload } = await jwtVerify(token, ({ kid }) => this.#key(kid, now), {
        algorithms: [algorithm],
        issuer: this.#issuer,
        audience: kinds[kind].audience,
        typ: kinds[kind].typ,
        requiredClaims: ['sub', 'sid', 'iat', 'nbf', 'exp', 'jti'],
        clockTolerance: skewSeconds,
        currentDate: new Date(now),
      })
      const { sid, sub = '', nbf = 0, exp = 0 } = payload
      return { sessionId: String(sid), userId: sub, notBefore: nbf, expires: exp }
    } catch (error) {
      if (error instanceof Error && isAboutTheToken(error)) throw new Problem('invalidToken')
      throw error
    }
  }

  /** Keys come from our own ring by id; what else a header offers (`jwk`, `jku`, `x5u`, `x5c`) is never looked at. */
  async #key(kid: string | undefined, now: number) {
    const key = kid === undefined ? undefined : await this.#keys.find(kid, now)
    if (!key) throw new Problem('invalidToken')
    return key
  }

  #remember(token: string, claims: Claims): void {
    if (this.#verified.size >= mostRemembered) {
      const [oldest] = this.#verified.keys()
      if (oldest !== undefined) this.#verified.delete(oldest)
    }
    this.#verified.set(token, claims)
  }
}

/**
 * A compact JWS (RFC 7515). Signed here and now: on the threads, where jose would do it, it would wait behind password
 * hashes that take five hundred times as long.
 */
function signed({ kid, key }: { kid: string; key: KeyObject }, typ: string, claims: object): string {
  const encoded = [{ alg: algorithm, kid, typ }, claims].map((part) =>
    Buffer.from(JSON.stringify(part)).toString('base64url'),
  )
  const content = encoded.join('.')
  const signature = sign('sha256', Buffer.from(content), { key, dsaEncoding: 'ieee-p1363' })
  return `${content}.${signature.toString('base64url')}`
}

const isCurrent = ({ notBefore, expires }: Claims, now: number): boolean =>
  now >= (notBefore - skewSeconds) * 1_000 && now < (expires + skewSeconds) * 1_000

/** Jose's own errors say what is wrong with the token; anything else (the database) is not the token's fault. */
const isAboutTheToken = (error: Error) => 'code' in error && String(error.code).startsWith('ERR_J')
