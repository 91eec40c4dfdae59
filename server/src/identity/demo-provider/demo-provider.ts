import { createHash, randomBytes } from 'node:crypto'
import { Problem } from '@lintel/contract/problems'
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import type { Configuration } from '../../platform/configuration'
import { callbackAddress } from '../federation/callback-address'
import { type DemoIdentity, type DemoStage, demoIssuer, demoStages } from './demo-stages'

/** Lifetime of a code and of an id token, in milliseconds. */
const codeMs = 60_000
const tokenMs = 300_000
const keyId = 'demo'

/** The only client of the demo providers: this installation. */
const demoClient = 'lintel'

/** The checked parameters of an authorization request. */
export interface AuthorizationRequest {
  client_id: string
  redirect_uri: string
  response_type: string
  state: string
  nonce: string
  code_challenge: string
  code_challenge_method: string
}

interface IssuedCode {
  stage: string
  person: DemoIdentity
  nonce: string
  challenge: string
  provedAt: number
  expiresAt: number
}

/**
 * Simulates the demo world's identity providers: authorization code flow with PKCE, state in memory, local environment only. A
 * stage is one simulated provider.
 */
export class DemoProvider {
  readonly #configuration: Configuration
  readonly #codes = new Map<string, IssuedCode>()
  #keys: ReturnType<typeof makeKeys> | undefined

  constructor(configuration: Configuration) {
    this.#configuration = configuration
  }

  discoveryDocument(stage: string): Record<string, unknown> {
    stageOf(stage)
    const issuer = demoIssuer(this.#configuration, stage)
    return {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      end_session_endpoint: `${issuer}/logout`,
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['ES256'],
      token_endpoint_auth_methods_supported: ['none'],
      code_challenge_methods_supported: ['S256'],
      scopes_supported: ['openid', 'email', 'profile'],
      authorization_response_iss_parameter_supported: true,
    }
  }

  async keys(stage: string): Promise<JWK[]> {
    stageOf(stage)
    const { publicJwk } = await this.#keyPair()
    return [publicJwk]
  }

  /** The stage with its people. Throws 400 `invalidParameter` for an authorization request that this provider does not accept. */
  stageForRequest(stage: string, request: AuthorizationRequest): DemoStage {
    const found = stageOf(stage)
    const expected = {
      client_id: demoClient,
      redirect_uri: callbackAddress(this.#configuration),
      response_type: 'code',
      code_challenge_method: 'S256',
    }
    for (const [parameter, value] of Object.entries(expected)) {
      if (request[parameter as keyof typeof expected] !== value) throw new Problem('invalidParameter', { parameter })
    }
    return found
  }

  /** The redirect URI with an authorization code for the selected person. */
  redirectWithCode(stage: string, request: AuthorizationRequest & { as: string }, now: number): string {
    const person = this.stageForRequest(stage, request).people.find(({ subject }) => subject === request.as)
    if (!person) throw new Problem('invalidParameter', { parameter: 'as' })
    for (const [code, { expiresAt }] of this.#codes) if (expiresAt <= now) this.#codes.delete(code)
    const code = randomBytes(24).toString('base64url')
    const { nonce, code_challenge: challenge } = request
    this.#codes.set(code, { stage, person, nonce, challenge, provedAt: now, expiresAt: now + codeMs })
    const back = new URL(request.redirect_uri)
    const responseParameters = { code, state: request.state, iss: demoIssuer(this.#configuration, stage) }
    for (const [name, value] of Object.entries(responseParameters)) back.searchParams.set(name, value)
    return back.href
  }

  /** Redeems a code for an id token; each code works once. */
  async redeem(stage: string, { code, verifier }: { code: string; verifier: string }, now: number): Promise<string> {
    stageOf(stage)
    const issued = this.#codes.get(code)
    this.#codes.delete(code)
    const challenge = createHash('sha256').update(verifier).digest('base64url')
    if (!issued || issued.stage !== stage || issued.expiresAt <= now || issued.challenge !== challenge) {
      throw new Problem('invalid', { pointer: '/code' })
    }
    const { subject, email, emailVerified, givenName, familyName } = issued.person
    const { privateKey } = await this.#keyPair()
    return new SignJWT({
      nonce: issued.nonce,
      // There is no provider session: selecting a person counts as authentication.
      auth_time: Math.floor(issued.provedAt / 1_000),
      email,
      email_verified: emailVerified,
      given_name: givenName,
      family_name: familyName,
    })
      .setProtectedHeader({ alg: 'ES256', kid: keyId })
      .setIssuer(demoIssuer(this.#configuration, stage))
      .setAudience(demoClient)
      .setSubject(subject)
      .setIssuedAt(Math.floor(now / 1_000))
      .setExpirationTime(Math.floor((now + tokenMs) / 1_000))
      .sign(privateKey)
  }

  /** The link back after sign-out; only to our own origin. */
  logoutTarget(stage: string, redirect: string | undefined): { stage: DemoStage; back: string } {
    const { publicUrl } = this.#configuration
    const isOurs =
      redirect !== undefined && URL.canParse(redirect) && new URL(redirect).origin === new URL(publicUrl).origin
    return { stage: stageOf(stage), back: isOurs ? redirect : `${publicUrl}/` }
  }

  #keyPair() {
    this.#keys ??= makeKeys()
    return this.#keys
  }
}

async function makeKeys() {
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  return { privateKey, publicJwk: { ...(await exportJWK(publicKey)), kid: keyId, use: 'sig', alg: 'ES256' } }
}

function stageOf(name: string): DemoStage {
  const stage = Object.hasOwn(demoStages, name) ? demoStages[name] : undefined
  if (!stage) throw new Problem('notFound')
  return stage
}
