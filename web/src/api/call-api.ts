import { type AnyCall, type CallAnswer, type CallBody, callAddress } from '@lintel/contract/jsonapi/call'
import { send } from './send'

/** What sending needs to know of a call: a full declaration, or a literal without schemas (`first-calls`). */
type CallReference = Pick<AnyCall, 'method' | 'path'>

interface CallOptions<C extends AnyCall> {
  parameters?: Record<string, string>
  query?: Record<string, string | undefined>
  body?: CallBody<C>
  anonymous?: boolean
  signal?: AbortSignal
}

/** A body without its access token; distributes over a union. */
type WithoutToken<Body> = Body extends unknown ? Omit<Body, 'accessToken'> : never

/** Sends a declared call whose body carries the access token, which is added here. Fails like {@link send}. */
export async function callApiWithAccessToken<C extends AnyCall>(
  call: C,
  body: WithoutToken<CallBody<C>>,
): Promise<CallAnswer<C>> {
  const answer = await send({ method: call.method, address: callAddress(call), body, withAccessToken: true })
  return answer as CallAnswer<C>
}

/**
 * Sends a declared call and returns the response body. Fails like {@link send}. For a call without schemas, pass the type of its
 * declaration.
 */
export async function callApi<C extends AnyCall>(
  call: C | CallReference,
  { parameters, query, body, anonymous = false, signal }: CallOptions<C> = {},
): Promise<CallAnswer<C>> {
  const answer = await send({
    method: call.method,
    address: callAddress(call, parameters, query),
    body,
    anonymous,
    signal,
  })
  // The response comes from our own server, which tests its shape against the same declaration.
  return answer as CallAnswer<C>
}
