import { lookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import type { Readable } from 'node:stream'
import type { CustomFetch } from 'openid-client'
import type { Agent } from 'undici'
import { orAborted } from '../../platform/or-aborted'
import { type AddressPolicy, addressViolation, mayReach } from '../../platform/outbound-address'

/** Limits of a call to a provider, in milliseconds and bytes (security E8). */
const limits = { call: 5_000, connect: 2_000, body: 256 * 1_024 }

/** A provider could not be reached or its response is not usable. The message is for the log only. */
export class ProviderUnreachable extends Error {
  /** The requested address. */
  readonly address: string

  constructor(address: string, reason: string, options?: ErrorOptions) {
    super(`${address}: ${reason}`, options)
    this.address = address
  }
}

/** Loads undici with the first call: it is a tenth of what the server would otherwise load at start. */
const http = () => import('undici')

type Resolve = (hostname: string) => Promise<{ address: string; family: number }[]>
const resolveAll: Resolve = (hostname) => lookup(hostname, { all: true })

/**
 * A `fetch` for addresses from provider settings (security E7). The address is checked, its host name resolved once, all
 * resolved addresses checked, and the connection pinned to one of them. Redirects are not followed and only JSON is read.
 * `deadline` is the end of all calls of one request, in the milliseconds of `performance.now()`.
 */
export function safeFetch(policy: AddressPolicy, deadline: number, resolve = resolveAll): CustomFetch {
  return (address, { method, headers, body }) => {
    const sent = { method, headers, body: body === undefined || body === null ? null : String(body) }
    return withConnection(address, { policy, deadline, resolve }, (agent, signal) => {
      const send = () => fetchJson(agent, address, sent, signal)
      return send().catch((error) => {
        if (method === 'GET' && (error as { code?: string }).code === 'ECONNRESET') return send()
        throw error
      })
    })
  }
}

/** Posts a message under the same rules and returns the status. Redirects are not followed and the response body is not read. */
export const safePost = (
  address: string,
  message: { headers: Record<string, string>; body: string },
  target: ConnectionTarget,
): Promise<number> =>
  withConnection(address, target, async (dispatcher, signal) => {
    const { request } = await http()
    const { statusCode, body } = await request(address, { ...message, method: 'POST', dispatcher, signal })
    discard(body)
    return statusCode
  })

/** Allowed addresses and the deadline (of `performance.now()`) of a call. */
interface ConnectionTarget {
  policy: AddressPolicy
  deadline: number
  resolve?: Resolve
}

/** Calls `call` with a connection that is pinned to the checked address. */
async function withConnection<T>(
  address: string,
  { policy, deadline, resolve = resolveAll }: ConnectionTarget,
  call: (agent: Agent, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const fault = addressViolation(address, policy)
  if (fault !== undefined) throw new ProviderUnreachable(address, fault)
  const signal = AbortSignal.timeout(Math.max(1, Math.round(Math.min(limits.call, deadline - performance.now()))))
  try {
    const { hostname } = new URL(address)
    const agent = await pinnedAgent(await orAborted(resolveAddress(address, hostname, { policy, resolve }), signal))
    try {
      return await call(agent, signal)
    } finally {
      await agent.destroy()
    }
  } catch (error) {
    if (error instanceof ProviderUnreachable) throw error
    throw new ProviderUnreachable(address, (error as Error).message, { cause: error })
  }
}

interface SentRequest {
  method: string
  headers: Record<string, string>
  body: string | null
}

async function fetchJson(
  dispatcher: Agent,
  address: string,
  sent: SentRequest,
  signal: AbortSignal,
): Promise<Response> {
  const { request } = await http()
  const { statusCode, headers, body } = await request(address, { ...sent, method: methodOf(sent), dispatcher, signal })
  const type = String(headers['content-type'] ?? '')
  // Redirects and server errors are rejected; every other response has to be JSON.
  if ((statusCode >= 300 && statusCode < 400) || statusCode >= 500) {
    discard(body)
    throw new ProviderUnreachable(address, `it answered ${statusCode}`)
  }
  if (!/\bjson\b/i.test(type)) {
    discard(body)
    throw new ProviderUnreachable(address, `it answered ${statusCode} with ${type || 'no type'}`)
  }
  return new Response(await body.text(), { status: statusCode, headers: { 'content-type': type } })
}

/** Discards the rest of a response. */
const discard = (body: Readable): void => {
  body.on('error', () => undefined).destroy()
}

const methodOf = ({ method }: SentRequest) => (method === 'POST' ? 'POST' : 'GET')

async function resolveAddress(
  address: string,
  hostname: string,
  { policy, resolve }: { policy: AddressPolicy; resolve: Resolve },
) {
  const bare = hostname.replace(/^\[|\]$/g, '')
  if (isIP(bare)) return { address: bare, family: isIP(bare) }
  const found = await resolve(hostname)
  const forbidden = found.find(({ address }) => !mayReach(address, hostname, policy))
  const [first] = found
  if (forbidden || !first) {
    throw new ProviderUnreachable(
      address,
      `${hostname} stands for ${forbidden?.address ?? 'nothing'}, which is not allowed`,
    )
  }
  return first
}

/** An agent for one call that only connects to this address, even if the DNS record changes. */
async function pinnedAgent({ address, family }: { address: string; family: number }): Promise<Agent> {
  const always: LookupFunction = (_hostname, { all }, callback) =>
    all ? callback(null, [{ address, family }]) : callback(null, address, family)
  const { Agent } = await http()
  return new Agent({
    connect: { lookup: always, timeout: limits.connect },
    headersTimeout: limits.call,
    bodyTimeout: limits.call,
    maxResponseSize: limits.body,
  })
}
