import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { onCleanup } from '../on-cleanup'

type Claims = Record<string, unknown>

/** The faults of the provider; everything else it does right. */
export interface ProviderFaults {
  /** Changes the claims of the ID token. */
  claims?: (right: Claims) => Claims
  /**
   * `none`: no signature; `HS256`: signed with the client secret; `ES384`: with a published key, by an algorithm that
   * was not agreed; `other key`: with an unpublished key under the `kid` of a published one; `unknown key`: under its
   * own `kid`.
   */
  signature?: 'none' | 'HS256' | 'ES384' | 'other key' | 'unknown key'
  /** Changes the discovery document. */
  published?: (right: Claims) => Claims
  userinfo?: Claims
  /** The only place where it accepts the client secret, compared without percent-decoding. */
  secretLocation?: 'body' | 'header'
  /** Faults of endpoints. */
  at?: Partial<Record<'discovery' | 'token' | 'keys' | 'userinfo', EndpointFault>>
}

export type EndpointFault =
  | 'silent'
  | 'drips'
  | 'huge'
  | 'html'
  | 'no keys'
  | '500'
  | 'hangs up'
  | { redirects: string }

/** An OpenID provider on loopback that misbehaves as the test configures. */
export interface HostileProvider {
  issuer: string
  faults: ProviderFaults
  /** The requested endpoints, in order. */
  requestedPaths: string[]
  /** The ID tokens that it issued. */
  issuedIdTokens: string[]
  /** Replaces the signing key; only the new one is published. */
  rotate(): Promise<void>
  /** An authorization code for the request at this URL, as the redirect to the callback carries it. */
  visit(address: string): { code: string; state: string; iss: string }
}

export async function startHostileProvider(clientSecret: string): Promise<HostileProvider> {
  const other = await generateKeyPair('ES256')
  const long = await generateKeyPair('ES384')
  const longJwk = { ...(await exportJWK(long.publicKey)), kid: 'long', alg: 'ES384', use: 'sig' }
  let key = await signingKey('first')
  const nonces = new Map<string, string>()
  const state: HostileProvider = {
    issuer: '',
    faults: {},
    requestedPaths: [],
    issuedIdTokens: [],
    async rotate() {
      key = await signingKey('second')
    },
    visit(address) {
      const { searchParams } = new URL(address)
      const code = `code-${randomUUID()}`
      nonces.set(code, searchParams.get('nonce') ?? '')
      return { code, state: searchParams.get('state') ?? '', iss: state.issuer }
    },
  }

  const published = () => ({
    issuer: state.issuer,
    authorization_endpoint: `${state.issuer}/authorize`,
    token_endpoint: `${state.issuer}/token`,
    jwks_uri: `${state.issuer}/keys`,
    userinfo_endpoint: `${state.issuer}/userinfo`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['ES256', 'ES384', 'HS256', 'none'],
  })

  async function idToken(code: string): Promise<string> {
    const now = Math.floor(Date.now() / 1_000)
    const right: Claims = {
      iss: state.issuer,
      aud: 'lintel',
      sub: 'somebody',
      nonce: nonces.get(code),
      iat: now,
      exp: now + 300,
    }
    const claims = state.faults.claims?.(right) ?? right
    const { signature } = state.faults
    if (signature === 'none') {
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
      return `${part({ alg: 'none' })}.${part(claims)}.`
    }
    if (signature === 'HS256') {
      return new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(clientSecret))
    }
    if (signature === 'ES384') {
      return new SignJWT(claims).setProtectedHeader({ alg: 'ES384', kid: 'long' }).sign(long.privateKey)
    }
    const isOurs = signature === undefined
    const kid = signature === 'unknown key' ? 'unknown' : key.jwk.kid
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'ES256', kid })
      .sign(isOurs ? key.privateKey : other.privateKey)
  }

  async function answer(path: string, body: string): Promise<Claims> {
    if (path === 'discovery') return state.faults.published?.(published()) ?? published()
    if (path === 'keys') return { keys: [key.jwk, longJwk] }
    if (path === 'userinfo')
      return { sub: 'somebody', email: 'some@body.example', email_verified: true, ...state.faults.userinfo }
    const code = new URLSearchParams(body).get('code') ?? ''
    const token = await idToken(code)
    state.issuedIdTokens.push(token)
    return { access_token: 'opaque', token_type: 'Bearer', expires_in: 300, id_token: token }
  }

  function isClient({ headers }: IncomingMessage, body: string): boolean {
    const { secretLocation } = state.faults
    if (secretLocation === undefined) return true
    if (secretLocation === 'body') return new URLSearchParams(body).get('client_secret') === clientSecret
    return headers.authorization === `Basic ${Buffer.from(`lintel:${clientSecret}`).toString('base64')}`
  }

  const server = createServer(async (request, response) => {
    const path = endpointOf(request)
    state.requestedPaths.push(path)
    let body = ''
    for await (const bytes of request) body += bytes
    const fault = state.faults.at?.[path]
    if (fault !== undefined) return respondWithFault(fault, request, response)
    response.setHeader('content-type', 'application/json')
    if (path === 'token' && !isClient(request, body)) {
      return response.writeHead(401).end(JSON.stringify({ error: 'invalid_client' }))
    }
    response.end(JSON.stringify(await answer(path, body)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onCleanup(() => {
    server.closeAllConnections()
    server.close()
  })
  state.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return state
}

async function signingKey(kid: string) {
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  return { privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: 'ES256', use: 'sig' } }
}

function endpointOf({ url = '' }: IncomingMessage): 'discovery' | 'token' | 'keys' | 'userinfo' {
  if (url.startsWith('/token')) return 'token'
  if (url.startsWith('/keys')) return 'keys'
  return url.startsWith('/userinfo') ? 'userinfo' : 'discovery'
}

function respondWithFault(fault: EndpointFault, request: IncomingMessage, response: ServerResponse): void {
  if (fault === 'silent') return
  if (fault === 'hangs up') return void request.socket.destroy()
  if (typeof fault === 'object') return void response.writeHead(302, { location: fault.redirects }).end()
  if (fault === '500') return void response.writeHead(500, { 'content-type': 'application/json' }).end('{}')
  if (fault === 'html') return void response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Hello</p>')
  response.writeHead(200, { 'content-type': 'application/json' })
  if (fault === 'no keys') return void response.end('{"keys":[]}')
  if (fault === 'huge') return void response.end(JSON.stringify({ filling: 'x'.repeat(300_000) }))
  const dripping = setInterval(() => response.write(' '), 200)
  response.on('close', () => clearInterval(dripping))
}
