import { redirectToExternalLogin } from './identity-calls'

const intents = ['signIn', 'link', 'replace', 'prove'] as const
type Intent = (typeof intents)[number]

/** A sign-in at a provider that is in progress: what to do when the browser comes back. */
export interface PendingLogin {
  provider: string
  /** The provider's display name; that of a provider that is not public is known only here. */
  name: string
  /**
   * `link`, from the profile: links the returned identity to the signed-in account. `replace`, where another login method is needed: the
   * new sign-in replaces the current session. `prove`, where a fresh proof is needed: the same, with a new authentication at the provider.
   */
  intent: Intent
  /** With `link`, the subject of the signed-in account's token: nobody else's account is linked without a question. */
  person?: string | undefined
  nextUrl?: string | undefined
  rememberMe: boolean
}

/** Key in the session storage; stores no secret, only the target of the sign-in (security H8). */
const storageKey = 'lintel-departure'

/** The address that redirects the browser to a provider. */
export function externalLoginAddress(
  { provider, intent }: Pick<PendingLogin, 'provider' | 'intent'>,
  loginHint = '',
): string {
  const query = new URLSearchParams({
    provider,
    ...(loginHint !== '' && { login_hint: loginHint }),
    ...(intent === 'prove' && { prompt: 'login' }),
  })
  return `${redirectToExternalLogin.address}?${query}`
}

/** Redirects to a provider and stores the pending login; `loginHint` is the typed email, if any. */
export function redirectToProvider(pendingLogin: PendingLogin, loginHint = ''): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(pendingLogin))
  } catch {
    // Storage is blocked: the sign-in still works, and ends at the project list.
  }
  location.assign(externalLoginAddress(pendingLogin, loginHint))
}

/** The pending login of this tab at the provider that it returns from. */
export function pendingLoginFor(provider: string): PendingLogin | undefined {
  try {
    return parsePendingLogin(sessionStorage.getItem(storageKey), provider)
  } catch {
    return undefined
  }
}

/** Clears the pending login once the person is signed in. */
export function clearPendingLogin(): void {
  try {
    sessionStorage.removeItem(storageKey)
  } catch {
    // Nothing could be stored, so there is nothing to clear.
  }
}

/** Parses a stored pending login; undefined unless it is valid and for this provider. */
export function parsePendingLogin(stored: string | null, provider: string): PendingLogin | undefined {
  if (stored === null) return undefined
  const parsed = JSON.parse(stored) as Partial<PendingLogin> | null
  if (parsed?.provider !== provider) return undefined
  return {
    provider,
    name: typeof parsed.name === 'string' ? parsed.name : provider,
    intent: intents.find((intent) => intent === parsed.intent) ?? 'signIn',
    person: typeof parsed.person === 'string' ? parsed.person : undefined,
    nextUrl: typeof parsed.nextUrl === 'string' ? parsed.nextUrl : undefined,
    rememberMe: parsed.rememberMe === true,
  }
}
