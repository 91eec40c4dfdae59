import type { MatchedProvider } from '@lintel/contract/identity/federation'
import { useEffect, useState } from 'react'
import { forcedProviderFinder } from './forced-provider'
import type { OfferedProvider } from './sign-in-facts'

/** Somebody who pauses this long has typed what they meant, in ms. */
const typingPauseMs = 250

const find = forcedProviderFinder()

/** The provider that the typed address is forced to, while it stands there as it was asked about. */
export function useForcedProvider(email: string, providers: readonly OfferedProvider[]): MatchedProvider | undefined {
  const [found, setFound] = useState<{ email: string; provider: MatchedProvider | undefined }>()

  // Asks the server, or loads the matcher, when the typing pauses.
  useEffect(() => {
    let isWanted = true
    const timer = setTimeout(async () => {
      const provider = await find(email, providers)
      if (isWanted) setFound({ email, provider })
    }, typingPauseMs)
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [email, providers])

  return found?.email === email ? found.provider : undefined
}
