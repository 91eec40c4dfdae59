import { type AnyCall, type CallAnswer, type CallBody, callAddress } from '@lintel/contract/jsonapi/call'
import { send } from './send'

/** What asking needs of a call: a whole declaration, or one written down without its schemas (`first-calls`). */
type Written = Pick<AnyCall, 'method' | 'path'>

interface Asking<C extends AnyCall> {
  parameters?: Record<string, string>
  query?: Record<string, string | undefined>
  body?: CallBody<C>
  anonymous?: boolean
  signal?: AbortSignal
}

/** A body without its access token; of several shapes, each. */
type WithoutToken<Body> = Body extends unknown ? Omit<Body, 'accessToken'> : never

/** Makes a declared call whose body carries the access token, which is added here. Fails like {@link send}. */
export async function askWithAccessToken<C extends AnyCall>(
  call: C,
  body: WithoutToken<CallBody<C>>,
): Promise<CallAnswer<C>> {
  const answer = await send({ method: call.method, address: callAddress(call), body, withAccessToken: true })
  return answer as CallAnswer<C>
}

/** Makes a declared call and gives its answer. Fails like {@link send}. A written one names its declaration as type. */
export async function ask<C extends AnyCall>(
  call: C | Written,
  { parameters, query, body, anonymous = false, signal }: Asking<C> = {},
): Promise<CallAnswer<C>> {
  const answer = await send({
    method: call.method,
    address: callAddress(call, parameters, query),
    body,
    anonymous,
    signal,
  })
  // Our own server's answer: its shape is tested there against the same declaration.
  return answer as CallAnswer<C>
}
