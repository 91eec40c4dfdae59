import { jsonApiMediaType, type ResourceObject } from '@lintel/contract/jsonapi/document'
import type { AnyResource } from '@lintel/contract/jsonapi/resource'
import { demoPassword } from '../../demo/credentials'

/** A parsed HTTP response. */
export interface ServerAnswer {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: what the server says is what is tested
  body: any
  /** Duration of the request. */
  tookMs: number
}

/** A client with a token of a server process. */
export interface ServerClient {
  /** The same client for another server. */
  at(origin: string): ServerClient
  get(path: string): Promise<ServerAnswer>
  create(resource: AnyResource, data: Pick<ResourceObject, 'attributes' | 'relationships'>): Promise<ServerAnswer>
}

/** Sends any request; throws after 15 s without a response. */
export async function call(url: string, init: RequestInit = {}): Promise<ServerAnswer> {
  const startedAt = performance.now()
  const response = await fetch(url, { signal: AbortSignal.timeout(15_000), ...init })
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? undefined : JSON.parse(text),
    tookMs: performance.now() - startedAt,
  }
}

/** Tries to sign in, by default with the password of the demo world. */
export const logIn = (origin: string, username: string, password = demoPassword): Promise<ServerAnswer> =>
  call(`${origin}/auth/v1/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  })

/** Signs in as a person of the demo world and returns a client with the token. */
export async function signInTo(origin: string, username: string): Promise<ServerClient> {
  const { status, body } = await logIn(origin, username)
  if (status !== 200) throw new Error(`${username} could not sign in: ${status} ${JSON.stringify(body)}`)
  return callerWith(`Bearer ${body.idToken}`, origin)
}

function callerWith(authorization: string, origin: string): ServerClient {
  return {
    at: (another) => callerWith(authorization, another),
    get: (path) => call(origin + path, { headers: { authorization } }),
    create: (resource, data) =>
      call(origin + resource.path, {
        method: 'POST',
        headers: { authorization, 'content-type': jsonApiMediaType },
        body: JSON.stringify({ data: { type: resource.type, ...data } }),
      }),
  }
}
