import type { StrongProof } from '@lintel/contract/identity/step-up'

/** What the calls need to know of the session, which stands above them: who asks, and what a 401 means. */
export interface Authority {
  /** The id token to send, renewed when it is about to end; undefined when nobody is signed in. */
  bearer(): Promise<string | undefined>
  /** A call with a bearer was answered 401: the session is over, once and for all callers. */
  onUnauthorized(): void
  /** The token of the calls that change credentials, as fresh as the bearer. */
  accessToken(): Promise<string | undefined>
  /**
   * A call was answered 403 `stepUpRequired`: asks the person to prove that it is them, and gives whether they did. With `by`, nothing else
   * proves it.
   */
  proveAgain(by?: readonly StrongProof[]): Promise<boolean>
}

/** Fetches the words for what the server may refuse; until the application sets it there is nobody to read them. */
let failureWords: () => Promise<void> = async () => {}

/** Set once by the application: what fetches the words that a failure is told in, before it is told. */
export function sayFailuresWith(words: () => Promise<void>): void {
  failureWords = words
}

/** Resolves when there are words for a failure; they may not be had, which is no failure of its own. */
export const failureWordsFetched = (): Promise<void> => failureWords().catch(() => {})

/** Nobody is signed in, and nobody is asked to prove who they are. */
export const nobody: Authority = {
  bearer: async () => undefined,
  onUnauthorized: () => {},
  accessToken: async () => undefined,
  proveAgain: async () => false,
}

let authority = nobody

/** Set once by the session when the page starts. */
export function answerFor(given: Authority): void {
  authority = given
}

/** The current authority. */
export const currentAuthority = (): Authority => authority
