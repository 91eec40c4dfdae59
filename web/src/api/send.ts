import type { StrongProof } from '@lintel/contract/identity/step-up'
import type { ProblemObject } from '@lintel/contract/problems'
import { currentAuthenticator, failureTextsLoaded } from './authenticator'
import { probe, recordResponse } from './connection'
import { CallFailure, failedWith, NoResponse, ProofNotAccepted } from './failure'
import { takePrefetched } from './prefetched-responses'

/** One request to our own server. */
export interface SendOptions {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  address: string
  body?: unknown
  /** The version that the change is based on, sent as `If-Match` (412 `stale` when it is no longer current). */
  ifMatch?: number | undefined
  /** Idempotency key of a creation: sent again with the same key, it creates nothing twice (security K9). */
  idempotencyKey?: string | undefined
  /** Sends no bearer and treats a 401 as an ordinary failure: the calls that sign in. */
  anonymous?: boolean
  /** A prefetch: fails when it needs a step-up, which is requested once somebody takes the response. */
  isPrefetch?: true
  /** Adds the current `accessToken` to the body: the calls that change credentials. */
  withAccessToken?: boolean
  mediaType?: string
  /** The accepted media types of the response, where they differ from `mediaType`. */
  accept?: string
  /** Completes even if the page is closed meanwhile. */
  outlivesPage?: boolean
  /** Replaces `fetch`: a form with files reports its progress (`send-form`). */
  transport?: (address: string, request: RequestInit) => Promise<Response>
  signal?: AbortSignal | undefined
  /** Called on success with the request id, under which the server's log has it. */
  onAnswered?(requestId: string | undefined): void
}

/**
 * Sends a request and returns the parsed body (undefined when empty); uses the prefetched response where there is one. Fails like {@link
 * sendAndRead}.
 */
export const send = (sending: SendOptions): Promise<unknown> =>
  sendAndRead(sending, readBody, sending.method === 'GET' ? takePrefetched(sending.address) : undefined)

/**
 * Sends a request, unless it was sent `early`, and returns what `read` reads from the success. Throws {@link CallFailure} for any status
 * that is not a success and {@link NoResponse} without a response or for one that breaks off. A 401 to a bearer ends the session, here and
 * nowhere else, unless the same person has signed in again in this browser: then the call is repeated. A 403 `stepUpRequired` asks the person to confirm their identity and then retries; if that proof did not suffice, it asks
 * once more for one of the proofs that do. Whoever declines gets the failure, whoever proves it in vain {@link ProofNotAccepted}.
 */
export async function sendAndRead<Result>(
  sending: SendOptions,
  read: (answer: Response) => Promise<Result>,
  early?: Promise<Result>,
): Promise<Result> {
  let answer = early ?? sendOnce(sending, read)
  for (let attempts = 0; ; attempts += 1) {
    try {
      return await answer
    } catch (error) {
      if (sending.anonymous || sending.isPrefetch || !failedWith(error, 'stepUpRequired')) throw error
      // From our own server: the proofs stronger than the password that it accepts.
      const by = error.problems[0]?.meta?.by as readonly StrongProof[] | undefined
      if (attempts > (by ? 1 : 0)) throw new ProofNotAccepted(error)
      if (!(await currentAuthenticator().reauthenticate(by))) throw error
      answer = sendOnce(sending, read)
    }
  }
}

async function sendOnce<Result>(
  sending: SendOptions,
  read: (answer: Response) => Promise<Result>,
  isRepeated = false,
): Promise<Result> {
  const {
    method,
    address,
    body: given,
    ifMatch,
    idempotencyKey,
    anonymous = false,
    withAccessToken = false,
    mediaType = 'application/json',
    accept = mediaType,
    outlivesPage = false,
    transport = fetch,
    signal,
    onAnswered,
  } = sending
  const bearer = anonymous ? undefined : await currentAuthenticator().bearer()
  const body = withAccessToken ? { accessToken: await currentAuthenticator().accessToken(), ...(given ?? {}) } : given
  const answer = await transport(address, {
    method,
    headers: {
      accept,
      // Marks calls of this app: the refresh secret then travels in a cookie, and other sites cannot send this header (H3).
      'x-requested-with': 'lintel-web',
      ...(body !== undefined && { 'content-type': mediaType }),
      ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
      ...(ifMatch !== undefined && { 'if-match': `"${ifMatch}"` }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(outlivesPage && { keepalive: true }),
    ...(signal && { signal }),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error
    void probe()
    throw new NoResponse(error)
  })
  recordResponse()
  const requestId = answer.headers.get('x-request-id') ?? undefined
  if (answer.ok) {
    const result = await read(answer).catch(failWithoutResponse)
    onAnswered?.(requestId)
    return result
  }
  const refusal = await readBody(answer).catch(failWithoutResponse)
  if (answer.status === 401 && bearer !== undefined) {
    const canRepeat = await currentAuthenticator().onUnauthorized(bearer)
    if (canRepeat && !isRepeated) return sendOnce(sending, read, true)
  }
  await failureTextsLoaded()
  throw new CallFailure(answer.status, problemsIn(refusal), requestId, refusal)
}

function failWithoutResponse(error: unknown): never {
  throw new NoResponse(error)
}

async function readBody(answer: Response): Promise<unknown> {
  const text = await answer.text()
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    // Not our response (a proxy's page, or a cut one): the status alone tells what happened.
    return undefined
  }
}

const problemsIn = (body: unknown): ProblemObject[] => {
  const errors = (body as { errors?: unknown } | undefined)?.errors
  return Array.isArray(errors) ? errors : []
}
