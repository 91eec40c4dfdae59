import type { MatchedProvider } from '@lintel/contract/identity/federation'
import { useEffect, useState } from 'react'
import { forcedProviderFinder } from './forced-provider'
import type { OfferedProvider } from './sign-in-config'

/** Debounce of the lookup while typing, in ms. */
const typingPauseMs = 250

const findProvider = forcedProviderFinder()

interface ForcedProvider {
  email: string
  /** Undefined if the address is forced to none. */
  provider: MatchedProvider | undefined
}

/** The provider that the entered address is forced to; undefined until the current value has been looked up. */
export function useForcedProvider(email: string, providers: readonly OfferedProvider[]): ForcedProvider | undefined {
  const [match, setMatch] = useState<ForcedProvider>()

  // Looks up the provider when typing pauses.
  useEffect(() => {
    let isCurrent = true
    const timer = setTimeout(async () => {
      // What cannot be looked up is forced to none.
      const provider = await findProvider(email, providers).catch(() => undefined)
      if (isCurrent) setMatch({ email, provider })
    }, typingPauseMs)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [email, providers])

  return match?.email === email ? match : undefined
}
