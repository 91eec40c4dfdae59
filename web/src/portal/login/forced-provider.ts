import type { MatchedProvider } from '@lintel/contract/identity/federation'
import { emailPattern } from '@lintel/contract/jsonapi/email-pattern'
import { requestMatch } from '../../session/identity-calls'
import type { OfferedProvider } from './sign-in-facts'

type Matcher = (email: string) => boolean

/** Where the answer comes from: the shown providers' own expressions first, then the server, which knows the hidden ones. */
export interface MatchSources {
  matcherOf(expression: string): Promise<Matcher>
  askServer(email: string): Promise<MatchedProvider | undefined>
  /** Epoch ms. */
  now(): number
}

/** How long the server is left alone after it declined to answer (too often, or away), in ms. */
const silenceMs = 30_000

const inThisBrowser: MatchSources = {
  // RE2, because expressions are people's own: none may hold up the page (security S11). Fetched when first needed.
  matcherOf: async (expression) => (await import('@lintel/contract/customers/email-regex')).emailMatcher(expression),
  askServer: requestMatch,
  now: Date.now,
}

/**
 * Finds the provider that an address is forced to; undefined for none, and for what is no address yet. Each address is
 * asked about once; a server that does not answer forces nobody.
 */
export function forcedProviderFinder({ matcherOf, askServer, now }: MatchSources = inThisBrowser) {
  const answers = new Map<string, MatchedProvider | undefined>()
  let silentUntil = 0

  async function amongShown(email: string, providers: readonly OfferedProvider[]) {
    for (const provider of providers) {
      if (provider.emailRegex !== null && (await matcherOf(provider.emailRegex))(email)) return provider
    }
    return undefined
  }

  return async (typed: string, providers: readonly OfferedProvider[]): Promise<MatchedProvider | undefined> => {
    const email = typed.trim().toLowerCase()
    if (!emailPattern.test(email)) return undefined
    const shown = await amongShown(email, providers)
    if (shown) return shown
    if (answers.has(email) || now() < silentUntil) return answers.get(email)
    try {
      const answer = await askServer(email)
      answers.set(email, answer)
      return answer
    } catch {
      silentUntil = now() + silenceMs
      return undefined
    }
  }
}
