import { redirectToExternalLogin } from './identity-calls'

const intents = ['signIn', 'link', 'replace', 'prove'] as const
type Intent = (typeof intents)[number]

/** What a person set out for when they left for a provider. */
export interface Departure {
  provider: string
  /** What the provider is called on screen; one that is not public has told its name only here. */
  name: string
  /**
   * `link`, asked for on the profile: the identity that comes back becomes a way into the signed-in account. `replace`, asked
   * for where another login method is needed: what comes back takes the place of the session that is there. `prove`, where a fresh
   * proof is needed: the same, by somebody whom the provider has asked anew who they are.
   */
  intent: Intent
  nextUrl?: string | undefined
  rememberMe: boolean
}

/** For as long as this tab lives, and no secret: only where somebody was going (security H8). */
const storageKey = 'lintel-departure'

/** The address that sends the browser to a provider. */
export function externalLoginAddress(
  { provider, intent }: Pick<Departure, 'provider' | 'intent'>,
  loginHint = '',
): string {
  const query = new URLSearchParams({
    provider,
    ...(loginHint !== '' && { login_hint: loginHint }),
    ...(intent === 'prove' && { prompt: 'login' }),
  })
  return `${redirectToExternalLogin.address}?${query}`
}

/** Leaves for a provider, and remembers what for; `loginHint` is the email that was typed, if any. */
export function leaveForProvider(departure: Departure, loginHint = ''): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(departure))
  } catch {
    // Storage is forbidden: signing in works all the same, and ends at the project list.
  }
  location.assign(externalLoginAddress(departure, loginHint))
}

/** What this tab set out for at the provider that it comes back from. */
export function departureFor(provider: string): Departure | undefined {
  try {
    return readDeparture(sessionStorage.getItem(storageKey), provider)
  } catch {
    return undefined
  }
}

/** The person has arrived: nothing of the way is left behind. */
export function forgetDeparture(): void {
  try {
    sessionStorage.removeItem(storageKey)
  } catch {
    // Nothing could be stored, so nothing is left.
  }
}

/** A stored departure when it is one, and for this provider. */
export function readDeparture(stored: string | null, provider: string): Departure | undefined {
  if (stored === null) return undefined
  const found = JSON.parse(stored) as Partial<Departure> | null
  if (found?.provider !== provider) return undefined
  return {
    provider,
    name: typeof found.name === 'string' ? found.name : provider,
    intent: intents.find((intent) => intent === found.intent) ?? 'signIn',
    nextUrl: typeof found.nextUrl === 'string' ? found.nextUrl : undefined,
    rememberMe: found.rememberMe === true,
  }
}
