import type { StrongProof } from '@lintel/contract/identity/step-up'
import type { ProblemObject } from '@lintel/contract/problems'
import { currentAuthority, failureWordsFetched } from './authority'
import { noteAnswer, probe } from './connection'
import { takeEarly } from './early-answers'
import { CallFailure, failedWith, NoAnswer } from './failure'

/** One request to our own server. */
export interface Sending {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  address: string
  body?: unknown
  /** Version that a change was made from: becomes `If-Match` (412 `stale` when it is no longer current). */
  ifMatch?: number | undefined
  /** Names a creation: sent again with the same name, it makes nothing twice (security K9). */
  idempotencyKey?: string | undefined
  /** Sent without a bearer, and a 401 is an answer like any other: the calls that sign in. */
  anonymous?: boolean
  /** Nobody waits for it yet: it fails where a proof is wanted, which is asked for when somebody takes it. */
  isEarly?: true
  /** The body gets the current `accessToken`: the calls that change credentials. */
  withAccessToken?: boolean
  mediaType?: string
  /** Arrives even when the page is closed meanwhile. */
  outlivesPage?: boolean
  /** Sends it in the place of `fetch`: a form with files, of which it is told how far it is (`send-form`). */
  transport?: (address: string, request: RequestInit) => Promise<Response>
  signal?: AbortSignal | undefined
  /** Told the id of the request, under which the server's log has it. */
  onAnswered?(requestId: string | undefined): void
}

/**
 * Sends a request and gives the parsed body (undefined when empty). Throws {@link CallFailure} for any answer that is
 * not a success and {@link NoAnswer} without one. What was asked for early is not asked for again (`early-answers`). A 401 to a bearer ends the session, here and nowhere else. A 403
 * `stepUpRequired` asks the person to prove that it is them and then sends once more, also by what does where their proof did not; who
 * declines gets the failure.
 */
export async function send(sending: Sending): Promise<unknown> {
  const early = sending.method === 'GET' ? takeEarly(sending.address) : undefined
  let answer = early ?? sendOnce(sending)
  for (let asked = 0; ; asked += 1) {
    try {
      return await answer
    } catch (error) {
      if (sending.anonymous || sending.isEarly || !failedWith(error, 'stepUpRequired')) throw error
      // Our own server's answer: of proofs that are more than the password.
      const by = error.problems[0]?.meta?.by as readonly StrongProof[] | undefined
      if (asked > (by ? 1 : 0) || !(await currentAuthority().proveAgain(by))) throw error
      answer = sendOnce(sending)
    }
  }
}

async function sendOnce({
  method,
  address,
  body: given,
  ifMatch,
  idempotencyKey,
  anonymous = false,
  withAccessToken = false,
  mediaType = 'application/json',
  outlivesPage = false,
  transport = fetch,
  signal,
  onAnswered,
}: Sending): Promise<unknown> {
  const bearer = anonymous ? undefined : await currentAuthority().bearer()
  const body = withAccessToken ? { accessToken: await currentAuthority().accessToken(), ...(given ?? {}) } : given
  const answer = await transport(address, {
    method,
    headers: {
      accept: mediaType,
      // Marks calls of this app: the refresh secret then travels in a cookie, and other sites cannot send it (H3).
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
    throw new NoAnswer(error)
  })
  noteAnswer()
  const requestId = answer.headers.get('x-request-id') ?? undefined
  const parsed = await readBody(answer)
  if (answer.ok) {
    onAnswered?.(requestId)
    return parsed
  }
  if (answer.status === 401 && bearer !== undefined) currentAuthority().onUnauthorized()
  await failureWordsFetched()
  throw new CallFailure(answer.status, problemsIn(parsed), requestId, parsed)
}

async function readBody(answer: Response): Promise<unknown> {
  const text = await answer.text().catch((error: unknown) => {
    throw new NoAnswer(error)
  })
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    // Not ours (a proxy's page, a cut answer): the status alone says what happened.
    return undefined
  }
}

const problemsIn = (body: unknown): ProblemObject[] => {
  const errors = (body as { errors?: unknown } | undefined)?.errors
  return Array.isArray(errors) ? errors : []
}
