import type { StrongProof } from '@lintel/contract/identity/step-up'

/** What calls need from the session module, which depends on this one: the current tokens, and what to do on a 401. */
export interface Authenticator {
  /** The id token to send, renewed shortly before it expires; undefined when nobody is signed in. */
  bearer(): Promise<string | undefined>
  /**
   * A call with this bearer got a 401. Resolves to true when the call can be repeated with another bearer, because the same person has signed
   * in again in this browser; otherwise ends the session, once for all callers. Throws when the server does not respond.
   */
  onUnauthorized(bearer: string): Promise<boolean>
  /** The access token for calls that change credentials, as fresh as the bearer. */
  accessToken(): Promise<string | undefined>
  /**
   * A call got a 403 `stepUpRequired`: asks the person to confirm their identity and resolves to whether they did. `by` limits the accepted
   * proofs.
   */
  reauthenticate(by?: readonly StrongProof[]): Promise<boolean>
}

/** Loads the texts of failures; a no-op until the application sets it. */
let loadFailureTexts: () => Promise<void> = async () => {}

/** Set once by the application: loads the failure texts before a failure is shown. */
export function setFailureTextLoader(load: () => Promise<void>): void {
  loadFailureTexts = load
}

/** Resolves when the failure texts are loaded, or could not be: that is not reported as a failure of its own. */
export const failureTextsLoaded = (): Promise<void> => loadFailureTexts().catch(() => {})

/** For an anonymous page: no tokens, and no request to confirm an identity. */
export const anonymousAuthenticator: Authenticator = {
  bearer: async () => undefined,
  onUnauthorized: async () => false,
  accessToken: async () => undefined,
  reauthenticate: async () => false,
}

let authenticator = anonymousAuthenticator

/** Called once by the session when the page starts. */
export function setAuthenticator(next: Authenticator): void {
  authenticator = next
}

/** The current authenticator. */
export const currentAuthenticator = (): Authenticator => authenticator
