import type { MatchedProvider } from '@lintel/contract/identity/federation'
import { emailPattern } from '@lintel/contract/jsonapi/email-pattern'
import { requestMatch } from '../../session/identity-calls'
import type { OfferedProvider } from './sign-in-config'

type Matcher = (email: string) => boolean

/** Where matches come from: the listed providers' own expressions first, then the server, which also knows the hidden ones. */
export interface MatchOptions {
  matcherOf(expression: string): Promise<Matcher>
  askServer(email: string): Promise<MatchedProvider | undefined>
  /** Epoch ms. */
  now(): number
}

/** How long the server is not asked again after it failed or rejected a request (rate limit, no connection), in ms. */
const serverPauseMs = 30_000

const browserOptions: MatchOptions = {
  // RE2, because the expressions are user input and must not block the page (security S11). Loaded on demand.
  matcherOf: async (expression) => (await import('@lintel/contract/customers/email-regex')).emailMatcher(expression),
  askServer: requestMatch,
  now: Date.now,
}

/**
 * Finds the provider that an email address is forced to; undefined for none and for an incomplete address. The server
 * is asked once per address; if it does not respond, no provider is forced.
 */
export function forcedProviderFinder({ matcherOf, askServer, now }: MatchOptions = browserOptions) {
  const matchByEmail = new Map<string, MatchedProvider | undefined>()
  let pausedUntil = 0

  async function findListedProvider(email: string, providers: readonly OfferedProvider[]) {
    for (const provider of providers) {
      if (provider.emailRegex !== null && (await matcherOf(provider.emailRegex))(email)) return provider
    }
    return undefined
  }

  return async (typed: string, providers: readonly OfferedProvider[]): Promise<MatchedProvider | undefined> => {
    const email = typed.trim().toLowerCase()
    if (!emailPattern.test(email)) return undefined
    const listed = await findListedProvider(email, providers)
    if (listed) return listed
    if (matchByEmail.has(email) || now() < pausedUntil) return matchByEmail.get(email)
    try {
      const match = await askServer(email)
      matchByEmail.set(email, match)
      return match
    } catch {
      pausedUntil = now() + serverPauseMs
      return undefined
    }
  }
}
