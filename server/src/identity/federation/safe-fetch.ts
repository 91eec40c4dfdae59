import { lookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import type { Readable } from 'node:stream'
import type { CustomFetch } from 'openid-client'
import type { Agent } from 'undici'
import { orAborted } from '../../platform/or-aborted'
import { type AddressPolicy, addressFault, mayReach } from '../../platform/outside-address'

/** Limits of a call to a provider, in milliseconds and bytes (security E8). */
const limits = { call: 5_000, connect: 2_000, body: 256 * 1_024 }

/** A provider could not be asked, or what it said is no answer. The message is for our log: nobody outside hears why. */
export class ProviderUnreachable extends Error {
  /** What was to be asked. */
  readonly address: string

  constructor(address: string, why: string, options?: ErrorOptions) {
    super(`${address}: ${why}`, options)
    this.address = address
  }
}

/** The client of HTTP, loaded with the first call: it is a tenth of what the server would start with. */
const http = () => import('undici')

type Resolve = (hostname: string) => Promise<{ address: string; family: number }[]>
const resolveAll: Resolve = (hostname) => lookup(hostname, { all: true })

/**
 * A fetch for what others wrote into a provider's settings (security E7): the address is checked, its name resolved once,
 * every address it stands for checked, and the connection pinned to the one that was. Redirects are not followed, only JSON is read.
 * `deadline`: all calls of one request together end by then, in the milliseconds of `performance.now()`.
 */
export function safeFetch(policy: AddressPolicy, deadline: number, resolve = resolveAll): CustomFetch {
  return (address, { method, headers, body }) => {
    const sent = { method, headers, body: body === undefined || body === null ? null : String(body) }
    return reaching(address, { policy, deadline, resolve }, (agent, signal) => {
      const ask = () => asked(agent, address, sent, signal)
      return ask().catch((error) => {
        if (method === 'GET' && (error as { code?: string }).code === 'ECONNRESET') return ask()
        throw error
      })
    })
  }
}

/**
 * Posts a message under the same rules to somebody whose answer is of no interest but for its status, which it gives.
 * Redirects are not followed, nothing of the answer is read.
 */
export const safePost = (
  address: string,
  message: { headers: Record<string, string>; body: string },
  reach: Reach,
): Promise<number> =>
  reaching(address, reach, async (dispatcher, signal) => {
    const { request } = await http()
    const { statusCode, body } = await request(address, { ...message, method: 'POST', dispatcher, signal })
    refuse(body)
    return statusCode
  })

/** Where a call may go, and by when (of `performance.now()`) it ends. */
interface Reach {
  policy: AddressPolicy
  deadline: number
  resolve?: Resolve
}

/** One call to an address that was checked, by a connection that goes nowhere else. */
async function reaching<T>(
  address: string,
  { policy, deadline, resolve = resolveAll }: Reach,
  call: (agent: Agent, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const fault = addressFault(address, policy)
  if (fault !== undefined) throw new ProviderUnreachable(address, fault)
  const signal = AbortSignal.timeout(Math.max(1, Math.round(Math.min(limits.call, deadline - performance.now()))))
  try {
    const { hostname } = new URL(address)
    const agent = await pinned(await orAborted(addressOf(address, hostname, { policy, resolve }), signal))
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

interface Sent {
  method: string
  headers: Record<string, string>
  body: string | null
}

async function asked(dispatcher: Agent, address: string, sent: Sent, signal: AbortSignal): Promise<Response> {
  const { request } = await http()
  const { statusCode, headers, body } = await request(address, { ...sent, method: methodOf(sent), dispatcher, signal })
  const type = String(headers['content-type'] ?? '')
  // A refusal may come without words; anything else has to be JSON from the address that was asked.
  if ((statusCode >= 300 && statusCode < 400) || statusCode >= 500) {
    refuse(body)
    throw new ProviderUnreachable(address, `it answered ${statusCode}`)
  }
  if (!/\bjson\b/i.test(type)) {
    refuse(body)
    throw new ProviderUnreachable(address, `it answered ${statusCode} with ${type || 'no type'}`)
  }
  return new Response(await body.text(), { status: statusCode, headers: { 'content-type': type } })
}

/** Nobody reads the rest. */
const refuse = (body: Readable): void => {
  body.on('error', () => undefined).destroy()
}

const methodOf = ({ method }: Sent) => (method === 'POST' ? 'POST' : 'GET')

async function addressOf(
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

/** Connects nowhere but there, whatever the name says a moment later; for one call. */
async function pinned({ address, family }: { address: string; family: number }): Promise<Agent> {
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
