/** What the calls need to know of the session, which stands above them: who asks, and what a 401 means. */
export interface Authority {
  /** The id token to send, renewed when it is about to end; undefined when nobody is signed in. */
  bearer(): Promise<string | undefined>
  /** A call with a bearer was answered 401: the session is over, once and for all callers. */
  onUnauthorized(): void
}

let authority: Authority = { bearer: async () => undefined, onUnauthorized: () => {} }

/** Set once by the session when the page starts. */
export function answerFor(given: Authority): void {
  authority = given
}

/** The current authority. */
export const currentAuthority = (): Authority => authority
