import { federationCallbackPath, providerOfState } from '@lintel/contract/identity/federation-callback'

/** What the callback screen was opened with: a provider's answer, a mailed link, or nothing any more. */
export type ProviderReturn =
  | { kind: 'code'; provider: string; code: string; state: string; iss: string | undefined }
  /** The provider sent the person back without signing them in (RFC 6749, 4.1.2.1). */
  | { kind: 'refusal'; provider: string | undefined }
  | { kind: 'verification'; code: string }
  /** The page was loaded again, after its secrets were taken out of the address. */
  | { kind: 'again'; provider: string | undefined }

/** Reads the address of the callback screen; `rest` is what it may keep: which provider, to begin there again. */
export function readReturn(search: string): { returned: ProviderReturn; rest: string } {
  const query = new URLSearchParams(search)
  const state = query.get('state') ?? ''
  const code = query.get('code')
  const verification = query.get('verify')
  const provider = (state === '' ? query.get('provider') : providerOfState(state)) || undefined
  const rest = provider === undefined ? '' : `?${new URLSearchParams({ provider })}`
  if (verification !== null) return { returned: { kind: 'verification', code: verification }, rest: '' }
  if (code !== null) {
    const iss = query.get('iss') ?? undefined
    return { returned: { kind: 'code', provider: provider ?? state, code, state, iss }, rest }
  }
  return { returned: { kind: query.has('error') ? 'refusal' : 'again', provider }, rest }
}

let held: ProviderReturn | undefined

/** Takes code and state out of this page's address, before anything is requested, into memory (security S5). */
export function holdProviderReturn(): void {
  if (location.pathname.replace(/\/$/, '') !== federationCallbackPath) return
  const { returned, rest } = readReturn(location.search)
  held = returned
  history.replaceState(history.state, '', `${federationCallbackPath}${rest}`)
}

/** What the page was opened with; once, because a code is good once. */
export function takeProviderReturn(): ProviderReturn | undefined {
  const taken = held
  held = undefined
  return taken
}
